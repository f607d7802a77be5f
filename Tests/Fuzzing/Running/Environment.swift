import Dispatch
import PromiseConcurrency

/// The environment of programs: an ordinary process, or the scope of a test.
package enum Environment: Sendable {
  case process
  case scope

  private static let log = Lock<EventLog?>(nil)

  /// Records all reports in the log of the program that is running, and sets the default queue.
  package static func prepareProcess(_ executors: Executors) {
    DispatchQueue.promises = executors.defaultQueue
    PromiseDiagnostics.handler = { event in
      if let log = log.withLock({ $0 }), let report = Report(event, for: log) { log.record(report: report) }
    }
  }

  /// Prepares for one program.
  func begin(_ log: EventLog, _ executors: Executors) -> Context {
    switch self {
    case .process:
      Self.log.withLock { $0 = log }
      return Context(queue: nil, scope: nil)
    case .scope:
      let scope = PromiseContext(report: { event in
        if let report = Report(event, for: log) { log.record(report: report) }
      })
      return Context(queue: executors.defaultQueue, scope: scope)
    }
  }

  /// The context in which the statements of a program are executed.
  struct Context: Sendable {
    fileprivate let queue: DispatchQueue?
    fileprivate let scope: PromiseContext?

    /// Executes a statement, with a default queue or with that of the environment.
    func callAsFunction(defaultQueue: DispatchQueue?, _ body: () -> Void) {
      let queue = defaultQueue ?? self.queue
      PromiseContext.$current.withValue(scope) { if let queue { withPromiseQueue(queue) { body() } } else { body() } }
    }
  }
}

extension Report {
  /// Creates the report of an event, or returns `nil` for an event of another program.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - log: The log of the running program, which ignores events that earlier programs left behind.
  fileprivate init?(_ event: PromiseDiagnostics.Event, for log: EventLog) {
    switch event {
    case .unhandledRejection(let error, _, _) where log.owns(error): self = .unhandled(ErrorKind(error))
    case .cauterized(let error, _, _) where log.owns(error): self = .cauterized(ErrorKind(error))
    case .abandonedPromise(_, let line) where log.owns(line: line): self = .abandoned
    case .abandonedGuarantee(_, let line) where log.owns(line: line): self = .abandoned
    default: return nil
    }
  }
}

extension EventLog {
  /// Whether a promise with this line as its creation site belongs to the program. Promises inside operators have a
  /// line of the fuzzer.
  fileprivate func owns(line: Int) -> Bool { line < 1000 || line / 1000 == program % 60 + 1 }

  fileprivate func owns(_ error: any Error) -> Bool {
    switch error {
    case let error as FuzzError: error.program == program
    case PromiseError.abandoned(_, let line): owns(line: line)
    default: true
    }
  }
}
