import TestSupport
import Testing

@testable import PromiseCore

/// Which promises a cancellation target stands for.
@Suite(.sharingProcessors) struct CancellationTargetTests {
  private func promise(_ site: StaticString) -> Promise<Void> { Promise(site: CreationSite(site, 1), context: nil) }

  @Test func `a target retains the promises of which its promise is a consumer`() {
    let (a, b) = (promise("a"), promise("b"))
    let condition = Guarantee<Void>(site: CreationSite("c", 1), context: nil)
    let targets: [(CancellationTarget, [String])] = [
      (.promise(a.any), ["a"]), (.adoptedPromise(a.any), ["a"]), (.condition(condition), ["c"]),
      (.inputs(CombinatorInputs([a.any, b.any], reportsLateErrors: false)), ["a", "b"]), (.awaiting(a.any), []),
      (.unownedPromise(WeakPromise(a.any)), []), (.bypassedPromise(WeakPromise(a.any)), []), (.handler {}, []),
    ]
    for (target, expected) in targets { #expect(target.retainedPromises.map(\.site.file) == expected, "\(target)") }
  }

  @Test func `a promise also awaits unowned promises and those that its producer waits for`() {
    let a = promise("a")
    let targets: [(CancellationTarget, [String])] = [
      (.promise(a.any), ["a"]), (.awaiting(a.any), ["a"]), (.unownedPromise(WeakPromise(a.any)), ["a"]),
      (.bypassedPromise(WeakPromise(a.any)), []), (.handler {}, []),
    ]
    for (target, expected) in targets { #expect(target.awaitedPromises.map(\.site.file) == expected, "\(target)") }
    withExtendedLifetime(a) {}
  }

  // MARK: - Redirection

  @Test func `a redirected promise adopts the source and remembers the promise in the middle`() {
    let (middle, source, other) = (promise("middle"), promise("source"), promise("other"))
    let targets: [CancellationTarget] = [.promise(other.any), .adoptedPromise(middle.any)]
    let redirected = targets.redirected(from: middle.any, to: source.any, without: [])
    #expect(redirected.map(\.name) == ["source", "middle", "other"])
    #expect(redirected.map(\.isBypassedPromise) == [false, true, false])
    #expect(redirected[0].isPendingAdoption)
  }

  @Test func `the targets of a promise that observes the promise in the middle already have nothing left to do`() {
    let (middle, source, other) = (promise("middle"), promise("source"), promise("other"))
    let redirected = [CancellationTarget.promise(other.any)].redirected(from: middle.any, to: source.any, without: [])
    #expect(redirected.map(\.name) == ["source", "middle"])
  }

  @Test func `references to bypassed promises that no longer exist are left out`() {
    let (middle, source, kept, gone) = (promise("middle"), promise("source"), promise("kept"), promise("gone"))
    let (reference, released) = (WeakPromise(kept.any), WeakPromise(gone.any))
    let targets: [CancellationTarget] = [.promise(middle.any), .bypassedPromise(reference), .bypassedPromise(released)]
    let redirected = targets.redirected(from: middle.any, to: source.any, without: [released])
    #expect(redirected.map(\.name) == ["source", "middle", "kept"])
    withExtendedLifetime((kept, gone)) {}
  }
}
