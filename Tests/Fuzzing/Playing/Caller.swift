import Foundation
import PromiseConcurrency

/// The handler of one statement, as it is called for real.
final class Caller: Sendable {
  private let player: Player
  private let statement: Int
  private let place: Place?
  private let handler: Handler
  /// What the handler refers to, held as a closure holds what it captures.
  private let promises: [Int: Promise<Int>]
  /// The promise that this handler settles.
  private let own = Lock(Own())

  private struct Own: Sendable {
    weak var promise: Promise<Int>?
    var isMade = false
  }

  /// - Parameter place: Where it should run; `nil`: anywhere.
  init(_ player: Player, _ statement: Int, _ place: Place?, _ handler: Handler) {
    self.player = player
    self.statement = statement
    self.place = place
    self.handler = handler
    var promises: [Int: Promise<Int>] = [:]
    for act in handler.acts where act.needsPromise { promises[act.object!] = player.promise(act.object!) }
    switch handler.result {
    case .promise(let other), .derived(let other): promises[other] = player.promise(other)
    case .value, .error, .itself: break
    }
    self.promises = promises
    player.journal.born()
  }

  deinit { player.journal.died() }

  /// The error that `catch(only:)` is for.
  var one: FuzzError { player.error(1) }

  /// How often it has been called.
  var calls: Int { player.journal.heard[statement].count }

  /// What tells the program and the statement in reports.
  var line: UInt { player.line(statement) }

  func isHandler(of promise: Promise<Int>) {
    own.withLock { own in
      own.promise = promise
      own.isMade = true
    }
  }

  private func enter(_ input: Outcome) {
    player.journal.note(call: statement, input)
    if let place, place != .inline {
      if Places.current != place { player.journal.note(fault: "s\(statement) ran on \(Places.current as Any)") }
      if player.isBusy { player.journal.note(fault: "s\(statement) ran inside of a caller") }
    }
    player.busy {
      for act in handler.acts {
        if act == .cancelOwn { itself?.cancel() } else { player.perform(act) { self.promises[$0] } }
      }
    }
  }

  private func end() throws -> Int {
    switch handler.result {
    case .value(let value): value
    case .error(let code): throw player.error(code)
    case .promise, .derived, .itself: 0
    }
  }

  // MARK: Handlers of all kinds

  func number(_ input: Int) throws -> Int {
    enter(.value(input))
    return try input &+ end()
  }

  func surely(_ input: Int) -> Int {
    enter(.value(input))
    return input &+ ((try? end()) ?? 0)
  }

  func recovered(_ error: any Error) throws -> Int {
    enter(.error(Fault(error)))
    return try end()
  }

  func says(_ input: Int) throws -> Bool {
    enter(.value(input))
    return try end() >= 0
  }

  func maybe(_ input: Int) throws -> Int? {
    enter(.value(input))
    let more = try end()
    return more < 0 ? nil : input &+ more
  }

  func looks(_ input: Int) throws {
    enter(.value(input))
    _ = try end()
  }

  func promise(_ input: Int) throws -> Promise<Int> {
    enter(.value(input))
    return try returned(with: input)
  }

  func recoveredPromise(_ error: any Error) throws -> Promise<Int> {
    enter(.error(Fault(error)))
    return try returned(with: 0)
  }

  private func returned(with input: Int) throws -> Promise<Int> {
    switch handler.result {
    case .promise(let other): promises[other]!
    case .derived(let other): promises[other]!.map(on: nil) { $0 }
    case .itself: itself!
    case .value, .error: .value(try input &+ end())
    }
  }

  /// `nil`: it is gone.
  private var itself: Promise<Int>? {
    while !own.withLock({ $0.isMade }) { sched_yield() }  // it is being made
    return own.withLock { $0.promise }
  }

  func witness(_ result: Result<Int, any Error>) { enter(Outcome(result)) }

  func witness(_ error: any Error) { enter(.error(Fault(error))) }

  /// Called without being told the outcome.
  func ends() { enter(.value(0)) }

  // MARK: Async

  func waits(_ input: Int) async throws -> Int {
    try await withTaskExecutorPreference(player.places.tasks) {
      enter(.value(input))
      if case .promise(let other) = handler.result { return try await promises[other]!.get() }
      await Task.yield()
      return try input &+ end()
    }
  }

  func saysLater(_ input: Int) async throws -> Bool {
    try await withTaskExecutorPreference(player.places.tasks) {
      enter(.value(input))
      await Task.yield()
      return try end() >= 0
    }
  }

  func recoversLater(_ error: any Error) async throws -> Int {
    try await withTaskExecutorPreference(player.places.tasks) {
      enter(.error(Fault(error)))
      await Task.yield()
      return try end()
    }
  }

  func waitsForPromise(_ input: Int) async throws -> Promise<Int> {
    try await withTaskExecutorPreference(player.places.tasks) {
      enter(.value(input))
      await Task.yield()
      return try returned(with: input)
    }
  }
}

extension Act {
  /// Whether it is done to a promise, and not to what its producer or a task has.
  fileprivate var needsPromise: Bool {
    switch self {
    case .cancel, .attach: true
    case .fulfill, .reject, .abandon, .cancelTask, .cancelOwn: false
    }
  }
}

extension Outcome {
  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(Fault(error))
    }
  }
}

extension Fault {
  init(_ error: any Error) {
    switch error {
    case let error as FuzzError: self = .thrown(error.code)
    case PromiseError.abandoned: self = .abandoned
    case PromiseError.returnedSelf: self = .returnedSelf
    case PromiseError.noWinner: self = .noWinner
    case PromiseError.badInput: self = .badInput
    case PromiseError.compactMap: self = .compactMap
    case PromiseError.validationFailed: self = .validationFailed
    case PromiseError.timedOut: self = .timedOut
    case PromiseError.emptySequence: self = .emptySequence
    default: self = error.isCancelled ? .cancelled : .unknown("\(error)")
    }
  }
}
