import Synchronization

/// A promise that is made of another one, and stands in that one's line itself.
///
/// It has room for the handler of an operator. So a link of a chain costs one allocation, and one more if the handler
/// is a closure that captures something.
@usableFromInline
package protocol Derived<Value, Failure>: AnyPromiseEngine {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// What is to be done when the promise has its turn. Touched only by whoever puts it in line or takes it out.
  var link: Link { get set }

  /// A pending one. `source` is what it waits for.
  init(from source: AnyPromiseEngine, _ origin: Origin, flags: UInt16, _ link: Link)
}

/// A promise that is made of another one.
@usableFromInline
package final class DerivedPromise<Value: Sendable>: Promise<Value>, Derived, @unchecked Sendable {
  // Guarded by the line that the promise stands in: whoever puts it there fills it, and whoever takes it out uses it.
  @exclusivity(unchecked) @usableFromInline package var link: Link

  @inlinable
  package init(from source: AnyPromiseEngine, _ origin: Origin, flags: UInt16, _ link: Link) {
    self.link = link
    super.init(from: source, origin, flags: flags)
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    guard let handler = link.handler.take(), takes(outcomeOf: source, in: &run) else { return .nowhere }
    guard wants(outcomeOf: source, in: &run) ?? link.step(self, source, .arrived, handler, &run) else {
      return .nowhere
    }
    link.handler = handler
    return link.executor.place
  }

  override func goesByItself(from source: AnyPromiseEngine) -> Bool {
    // It has to find its source again.
    guard wantsValue, !link.executor.isInline, !source.isOwnerless else { return false }
    // With one thing captured, which is an object, a closure needs no allocation of its own.
    link.executor.enqueue { self.begin() }
    return true
  }

  override func takesValue(of source: AnyPromiseEngine, in run: inout Run) -> Bool {
    guard link.executor.isInline else { return goesByItself(from: source) }
    guard wantsValue else { return false }
    run.runInline(self, of: source)
    return true
  }

  /// Runs its handler in a work item of its own.
  private func begin() {
    // Without a source it was cancelled on its way.
    guard case .at(let place, _) = link.executor.place, let source = withState({ $0.source }) else { return leftLine() }
    Run.begin(with: self, of: source, at: place)
  }

  override func goesOn(at place: ObjectIdentifier) -> Bool { wantsValue && link.executor.isQueueOrActor(place) }

  override var executor: Executor { link.executor }

  override func perform(_ source: AnyPromiseEngine, in run: inout Run) {
    guard let handler = link.handler.take(), isPending else { return }
    _ = link.step(self, source, .running, handler, &run)
  }

  override func leftLine() { link.handler = nil }

  override func follower(_ step: @escaping Link.Step) -> AnyObserver {
    wantsOutcome()
    link = Link(at: .inline, Link.Erased(), step)
    return self
  }
}

/// A guarantee that is made of another one: the same, as there is no class that is made of two.
@usableFromInline
package final class DerivedGuarantee<Value: Sendable>: Guarantee<Value>, Derived, @unchecked Sendable {
  // Guarded as in `DerivedPromise`.
  @exclusivity(unchecked) @usableFromInline package var link: Link

  @inlinable
  package init(from source: AnyPromiseEngine, _ origin: Origin, flags: UInt16, _ link: Link) {
    self.link = link
    super.init(from: source, origin, flags: flags)
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    guard let handler = link.handler.take(), takes(outcomeOf: source, in: &run) else { return .nowhere }
    guard wants(outcomeOf: source, in: &run) ?? link.step(self, source, .arrived, handler, &run) else {
      return .nowhere
    }
    link.handler = handler
    return link.executor.place
  }

  override func goesByItself(from source: AnyPromiseEngine) -> Bool {
    guard wantsValue, !link.executor.isInline else { return false }
    // With its source: if it is asked to hurry on its way it forgets it, but has to have the value all the same.
    Run.send(self, of: source, to: link.executor)
    return true
  }

  override func takesValue(of source: AnyPromiseEngine, in run: inout Run) -> Bool {
    guard link.executor.isInline else { return goesByItself(from: source) }
    guard wantsValue else { return false }
    run.runInline(self, of: source)
    return true
  }

  override func goesOn(at place: ObjectIdentifier) -> Bool { wantsValue && link.executor.isQueueOrActor(place) }

  override var executor: Executor { link.executor }

  override func perform(_ source: AnyPromiseEngine, in run: inout Run) {
    guard let handler = link.handler.take(), isPending else { return }
    _ = link.step(self, source, .running, handler, &run)
  }

  override func follower(_ step: @escaping Link.Step) -> AnyObserver {
    wantsOutcome()
    link = Link(at: .inline, Link.Erased(), step)
    return self
  }
}

extension AnyPromiseEngine {
  /// Whether there is something to be done with the outcome of the source.
  fileprivate final func takes(outcomeOf source: AnyPromiseEngine, in run: inout Run) -> Bool {
    guard !isSettled else { return false }
    source.markObserved()
    if source.isSettled { return true }
    giveUp(in: &run)  // a guarantee that has come to rest without an outcome
    return false
  }

  /// Whether it is pending, and its handler wants a value.
  fileprivate final var wantsValue: Bool {
    flags.load(ordering: .relaxed) & (Flag.wantsValue | Flag.settled) == Flag.wantsValue
  }

  /// It is to settle as another promise does: errors do not pass it by any more.
  fileprivate final func wantsOutcome() { flags.bitwiseAnd(~Flag.wantsValue, ordering: .relaxed) }

  /// Whether there is something to be done with the outcome of the source, if that can be told without asking.
  fileprivate final func wants(outcomeOf source: AnyPromiseEngine, in run: inout Run) -> Bool? {
    // Also if it has been cancelled since it was looked at: its step must not be asked, as it only runs the handler.
    guard flags.load(ordering: .relaxed) & Flag.wantsValue != 0 else { return nil }
    if source.isFulfilled { return true }
    passOn(errorOf: source, in: &run)
    return false
  }
}

/// A promise that was made of nothing, and settles as another one does.
final class Follower: AnyObserver, @unchecked Sendable {
  // Adds constants.
  private let follower: AnyPromiseEngine
  private let step: Link.Step

  init(_ follower: AnyPromiseEngine, _ step: @escaping Link.Step) {
    self.follower = follower
    self.step = step
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    if follower.takes(outcomeOf: source, in: &run) { _ = step(follower, source, .arrived, Link.Erased(), &run) }
    return .nowhere
  }

  override var isStale: Bool { follower.isSettled }
}
