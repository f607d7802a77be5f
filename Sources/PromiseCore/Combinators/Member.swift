import Synchronization

/// One of those that a combinator waits for.
///
/// Somebody else's thenable, or a promise that nobody may keep, is represented by a promise that follows it. The
/// combinator holds that promise and not the other, so that it notices when the other goes, and can cancel it.
package enum Member<Value: Sendable>: Sendable {
  case promise(Promise<Value>)
  case guarantee(Guarantee<Value>)

  /// - Parameters:
  ///   - thenable: Who is waited for.
  ///   - origin: Where the combinator was called, for a report of somebody else's thenable that was abandoned.
  package init(_ thenable: some Thenable<Value>, _ origin: Origin) {
    switch thenable {
    case let promise as Promise<Value> where !promise.isOwnerless: self = .promise(promise)
    case let guarantee as Guarantee<Value>: self = .guarantee(guarantee)
    default:
      let promise = Promise<Value>(origin: origin, scope: .ofNewPromise())
      var run = Run()
      promise.follow(thenable, in: &run)
      run.finish()
      self = .promise(promise)
    }
  }

  package var engine: AnyPromiseEngine {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): guarantee
    }
  }

  /// The outcome of a member that is known to have one.
  package var knownResult: Result<Value, any Error> {
    switch self {
    case .promise(let promise): promise.knownOutcome
    case .guarantee(let guarantee): .success(guarantee.knownOutcome.get())
    }
  }
}

extension Member {
  /// The outcome of a member that has come to its end.
  package var endResult: Result<Value, any Error> {
    switch self {
    case .promise(let promise): promise.endResult
    case .guarantee(let guarantee): guarantee.endResult
    }
  }
}

extension PromiseEngine {
  /// The outcome of a promise that has come to its end; of a guarantee that was abandoned, the error that says so.
  package final var endResult: Result<Value, any Error> {
    outcome.map(Self.widen) ?? .failure(PromiseError.abandoned(file: origin.file, line: origin.line))
  }
}

extension AnyPromiseEngine {
  /// Makes this promise, which is a combinator's, a consumer of all members: what every combinator comes down to.
  ///
  /// - Parameters:
  ///   - members: Who is waited for. Cancelling this promise cancels those that nobody else wants.
  ///   - react: Called once for each member when it has come to its end, with its place among the members.
  package final func gather(
    _ members: [AnyPromiseEngine], _ react: @escaping @Sendable (_ index: Int, Ending, inout Run) -> Void
  ) {
    var run = Run()
    for (index, member) in members.enumerated() {
      member.observe(for: self, in: &run) { ending, run in react(index, ending, &run) }
    }
    // After the members have been attached to: nobody can leave who has not come yet.
    link(.engines(members), in: &run)
    run.finish()
  }
}

/// How a member has come to its end.
package enum Ending: Sendable {
  case fulfilled
  case rejected(any Error, isHandled: Bool)
  /// A guarantee that nobody can fulfil any more.
  case abandoned(PromiseError)

  /// What the combinator's promise is rejected with, if it is rejected because of this.
  package var failure: (error: any Error, isHandled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error, let isHandled): (error, isHandled)
    case .abandoned(let error): (error, true)
    }
  }
}

/// Those who are still missing.
final class Countdown: Sendable {
  private let missing: Atomic<Int>

  init(from count: Int) { missing = Atomic(count) }

  /// Whether nobody is missing any more.
  var isOver: Bool { missing.load(ordering: .acquiring) <= 0 }

  /// One less. Returns whether that was the last.
  func countDown() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// 0, 1, 2, …
package final class Count: Sendable {
  private let count = Atomic(0)

  package init() {}

  package func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
