import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// A promise that adopts a promise which adopts a third one observes the third one itself. Cancellation travels as if it
/// did not: through the promise in the middle, whether or not that one still exists.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct AdoptionBypassTests {
  /// A promise that adopts `middle`, which adopts `inner`.
  private struct Chain {
    let inner = Promise<Int>.pending()
    let log = Log<String>()
    let middle: Promise<Int>
    let outer: Promise<Int>

    init() {
      let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())
      inner.resolver.onCancel { [log] in log("onCancel") }
      let middle = second.promise.then(on: nil) { [inner] _ in inner.promise }
      self.middle = middle
      outer = first.promise.then(on: nil) { _ in middle }
      first.resolver.fulfill(1)
      second.resolver.fulfill(1)
    }
  }

  @Test func `canceling the promise in the middle cancels the innermost and the outermost one`() {
    let chain = Chain()
    chain.middle.cancel()
    #expect(chain.inner.promise.isCancelled)
    #expect(chain.outer.isCancelled)
    #expect(chain.log.entries == ["onCancel"])
  }

  @Test func `canceling the promise in the middle spares an innermost one with another consumer`() {
    let chain = Chain()
    let other = chain.inner.promise.map(on: nil) { $0 }
    chain.middle.cancel()
    #expect(chain.outer.isCancelled)
    #expect(other.isPending)
    other.cancel()
    #expect(chain.inner.promise.isCancelled)
  }

  @Test func `canceling the outermost promise cancels the others`() {
    let chain = Chain()
    chain.outer.cancel()
    #expect(chain.middle.isCancelled)
    #expect(chain.inner.promise.isCancelled)
  }

  @Test func `a canceled guarantee at the outside is fulfilled with the innermost one`() {
    let (inner, resolver) = Guarantee<Int>.pending()
    let (first, second) = (Guarantee<Void>.pending(), Guarantee<Void>.pending())
    let middle = second.guarantee.then(on: nil) { inner }
    let outer = first.guarantee.then(on: nil) { middle }
    first.resolve(())
    second.resolve(())
    outer.cancel()
    #expect(outer.isPending)
    resolver(1)
    #expect(outer.value == 1 && middle.value == 1)
  }

  @Test func `canceling the outermost promise spares a promise in the middle with another consumer`() {
    let chain = Chain()
    let other = chain.middle.map(on: nil) { $0 }
    chain.outer.cancel()
    #expect(other.isPending)
    chain.inner.resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test(arguments: 1...4) func `canceling any promise of a longer chain cancels the innermost one`(_ canceled: Int) {
    let inner = Promise<Int>.pending()
    let starts = (0..<5).map { _ in Promise<Int>.pending() }
    let promises = Log<Promise<Int>>()
    promises(inner.promise)
    for start in starts {
      let next = promises.entries.last!
      promises(start.promise.then(on: nil) { _ in next })
    }
    // From the outside to the inside, so that each promise is pending when it is adopted.
    for start in starts.reversed() { start.resolver.fulfill(1) }
    promises.entries[canceled].cancel()
    for promise in promises.entries { #expect(promise.isCancelled) }
  }

  @Test(arguments: [true, false])
  func `the producer is notified at once if the guarantee in the middle is canceled`(_ isLong: Bool) {
    let log = Log<String>()
    let (work, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("onCancel") }
    let inner = work.recover(on: nil) { _ in Guarantee.value(0) }
    let starts = (0..<3).map { _ in Guarantee<Int>.pending() }
    let between = isLong ? starts[2].guarantee.then(on: nil) { _ in inner } : inner
    let middle = starts[1].guarantee.then(on: nil) { _ in between }
    let outer = starts[0].guarantee.then(on: nil) { _ in middle }
    for start in starts { start.resolve(1) }
    middle.cancel()
    #expect(log.entries == ["onCancel"])
    #expect(outer.value == 0)
  }

  @Test func `a chain is canceled while the promise in the middle is released`() {
    struct Race: Sendable {
      let inner = Promise<Int>.pending()
      let second = Promise<Int>.pending()
      let hasRun = Log<Bool>()
      let outer: Promise<Int>

      init() {
        outer = Promise.value(1).then(on: nil) { [inner, second, hasRun] _ in
          second.promise.then(on: nil) { _ in
            hasRun(true)
            return inner.promise
          }
        }
      }
    }
    let races = (0..<many(4000)).map { _ in Race() }
    collide(races, { $0.outer.cancel() }, other: { $0.second.resolver.fulfill(1) })
    for race in races {
      #expect(race.outer.isCancelled)
      #expect(race.inner.promise.isCancelled == !race.hasRun.entries.isEmpty)
    }
  }
}
