import Synchronization

/// One of those that a combinator waits for.
///
/// Somebody else's thenable, or a promise that nobody may keep, is represented by a promise that follows it. The
/// combinator holds that promise and not the other, so that it notices when the other goes, and can cancel it.
@usableFromInline
package enum Member<Value: Sendable>: Sendable {
  case promise(Promise<Value>)
  case guarantee(Guarantee<Value>)

  /// - Parameters:
  ///   - thenable: Who is waited for.
  ///   - origin: Where the combinator was called, for a report of somebody else's thenable that was abandoned.
  @inlinable
  package init(_ thenable: some Thenable<Value>, _ origin: Origin) {
    switch thenable {
    case let promise as Promise<Value> where !promise.isOwnerless: self = .promise(promise)
    case let guarantee as Guarantee<Value>: self = .guarantee(guarantee)
    default: self = .promise(Promise(follows: thenable, origin))
    }
  }

  @inlinable
  package var engine: AnyPromiseEngine {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): guarantee
    }
  }

  /// The outcome of a member that is known to have one.
  @inlinable
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
  ///   - react: Called once for each member when it has come to its end, with that member.
  @usableFromInline
  package final func gather(
    _ members: [AnyPromiseEngine], _ react: @escaping @Sendable (AnyPromiseEngine, Ending, inout Run) -> Void
  ) {
    var run = Run()
    let observer = MemberObserver(self, isQuick: true, react)  // one for all: it stands in many lines
    for member in members { member.attach(observer, in: &run) }
    // After the members have been attached to: nobody can leave who has not come yet.
    link(.engines(members), in: &run)
    run.finish()
  }
}

extension AnyPromiseEngine {
  /// Attaches a combinator to this member of it.
  ///
  /// - Parameters:
  ///   - whole: The combinator's promise, which is a consumer of the member.
  ///   - react: Called once, at once when the member comes to its end.
  final func observe(
    for whole: AnyPromiseEngine, in run: inout Run, _ react: @escaping MemberObserver.React
  ) { attach(MemberObserver(whole, isQuick: false, react), in: &run) }
}

/// A combinator in the lines of its members.
final class MemberObserver: AnyObserver, @unchecked Sendable {
  // Adds constants.
  typealias React = @Sendable (_ member: AnyPromiseEngine, Ending, inout Run) -> Void

  private let whole: AnyPromiseEngine
  private let isQuick: Bool
  private let react: React

  /// - Parameter isQuick: Whether `react` runs nobody's code for a value.
  init(_ whole: AnyPromiseEngine, isQuick: Bool, _ react: @escaping React) {
    self.whole = whole
    self.isQuick = isQuick
    self.react = react
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    // Also when the combinator has its outcome already: one error is enough for it, and the others are known to it.
    source.markObserved()
    react(source, source.ending, &run)
    return .nowhere
  }

  override func takesValue(of source: AnyPromiseEngine, in run: inout Run) -> Bool {
    guard isQuick else { return false }
    source.markObserved()
    react(source, .fulfilled, &run)
    return true
  }

  override var isStale: Bool { whole.isSettled }
}

extension AnyPromiseEngine {
  /// How it has come to its end.
  fileprivate final var ending: Ending {
    if isFulfilled { return .fulfilled }
    if isRejected { return .rejected(slot.error, isHandled: isHandled) }
    return .abandoned(.abandoned(file: origin.file, line: origin.line))
  }
}

/// How a member has come to its end.
@usableFromInline
package enum Ending: Sendable {
  case fulfilled
  case rejected(any Error, isHandled: Bool)
  /// A guarantee that nobody can fulfil any more.
  case abandoned(PromiseError)

  /// What the combinator's promise is rejected with, if it is rejected because of this.
  @usableFromInline
  package var failure: (error: any Error, isHandled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error, let isHandled): (error, isHandled)
    case .abandoned(let error): (error, true)
    }
  }
}

/// Those who are still missing.
@usableFromInline
final class Countdown: Sendable {
  private let missing: Atomic<Int>

  @usableFromInline
  init(from count: Int) { missing = Atomic(count) }

  /// Whether nobody is missing any more.
  var isOver: Bool { missing.load(ordering: .acquiring) <= 0 }

  /// One less. Returns whether that was the last.
  @usableFromInline
  func countDown() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// 0, 1, 2, …
package final class Count: Sendable {
  private let count = Atomic(0)

  package init() {}

  package func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
