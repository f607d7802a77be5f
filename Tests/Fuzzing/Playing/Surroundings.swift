import Dispatch
import PromiseConcurrency

/// What a program is played in: a process like any other, or the scope of a test.
package enum Surroundings: Sendable {
  case process
  case scope

  private static let journal = Lock<Journal?>(nil)

  /// Has what is reported noted in the journal of the program that is being played. The default queue becomes the one
  /// where handlers are expected that say nothing.
  package static func prepareProcess(_ places: Places) {
    DispatchQueue.promises = places.written
    PromiseDiagnostics.handler = { event in
      if let journal = journal.withLock({ $0 }), let report = Report(event, for: journal) {
        journal.note(report: report)
      }
    }
  }

  /// Plays one program.
  func begin(_ journal: Journal, _ places: Places) -> Inside {
    switch self {
    case .process:
      Self.journal.withLock { $0 = journal }
      return Inside(queue: nil, scope: nil)
    case .scope:
      let scope = Scope(report: { event in if let report = Report(event, for: journal) { journal.note(report: report) }
      })
      return Inside(queue: places.written, scope: scope)
    }
  }

  /// Where the statements of a program are done.
  struct Inside: Sendable {
    fileprivate let queue: DispatchQueue?
    fileprivate let scope: Scope?

    func callAsFunction(_ body: () -> Void) {
      guard let queue, let scope else { return body() }
      Scope.$current.withValue(scope) { withPromiseQueue(queue) { body() } }
    }
  }
}

extension Report {
  /// - Parameter journal: Of the program that is being played. What one before has left is none of its business.
  fileprivate init?(_ event: PromiseDiagnostics.Event, for journal: Journal) {
    switch event {
    case .unhandledRejection(let error, _, _) where journal.owns(error): self = .unhandled(Fault(error))
    case .cauterized(let error, _, _) where journal.owns(error): self = .cauterized(Fault(error))
    case .abandonedPromise(_, let line) where journal.owns(line: line): self = .abandoned
    default: return nil
    }
  }
}

extension Journal {
  /// Whether a promise that was made in this line is of this program. Those that are made between the lines are said to
  /// be made in a line of the fuzzer.
  fileprivate func owns(line: Int) -> Bool { line < 1000 || line / 1000 == program % 60 + 1 }

  fileprivate func owns(_ error: any Error) -> Bool {
    switch error {
    case let error as FuzzError: error.program == program
    case PromiseError.abandoned(_, let line): owns(line: line)
    default: true
    }
  }
}
