import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// A promise adopts another one while that one adopts a third one on another thread.
///
/// `RACES=1000000 swift test -c release --filter AdoptionRaceTests` runs a million rounds of each.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct AdoptionRaceTests {
  /// A promise that is to adopt `middle`, which is to adopt `inner`.
  private final class Chain: Sendable {
    let inner = Promise<Int>.pending()
    let middle: Promise<Int>
    let outer: Promise<Int>
    let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())

    init() {
      let middle = second.promise.then(on: nil) { [inner] _ in inner.promise }
      self.middle = middle
      outer = first.promise.then(on: nil) { _ in middle }
    }
  }

  /// Returns chains whose two adoptions have collided.
  private func collidedChains() -> [Chain] {
    let chains = (0..<raceCount).map { _ in Chain() }
    collide(chains) {
      $0.first.resolver.fulfill(1)
    } other: {
      $0.second.resolver.fulfill(1)
    }
    return chains
  }

  @Test func `canceling the outermost promise reaches the innermost one`() {
    for chain in collidedChains() {
      chain.outer.cancel()
      #expect(chain.middle.isCancelled)
      guard chain.inner.resolver.isCancelled else {
        Issue.record("The innermost promise was not canceled.")
        break
      }
    }
  }

  @Test func `canceling the outermost promise spares a promise in the middle with another consumer`() {
    for chain in collidedChains() {
      let other = chain.middle.map(on: nil) { $0 }
      chain.outer.cancel()
      #expect(other.isPending && chain.inner.promise.isPending)
      chain.inner.resolver.fulfill(1)
      #expect(other.value == 1)
    }
  }

  @Test func `a cancellation that collides with the adoptions departs once`() {
    let chains = (0..<raceCount).map { _ in Chain() }
    let others = chains.map { chain in chain.middle.map(on: nil) { $0 } }
    collide(chains) { chain in
      chain.first.resolver.fulfill(1)
      chain.outer.cancel()
    } other: {
      $0.second.resolver.fulfill(1)
    }
    for (chain, other) in zip(chains, others) {
      #expect(other.isPending && chain.inner.promise.isPending)
      other.cancel()
      #expect(chain.middle.isCancelled && chain.inner.resolver.isCancelled)
    }
  }

  @Test func `the progress of the innermost promise reaches the outermost one`() {
    let chains = (0..<raceCount).map { _ in Chain() }
    let progress = chains.map(\.outer.progress)
    collide(chains) {
      $0.first.resolver.fulfill(1)
    } other: {
      $0.second.resolver.fulfill(1)
    }
    for (chain, progress) in zip(chains, progress) {
      chain.inner.resolver.progress.report(1, of: 2)
      guard progress.snapshot.fractionCompleted == 0.5 else {
        Issue.record("\(progress.snapshot)")
        break
      }
    }
  }
}
