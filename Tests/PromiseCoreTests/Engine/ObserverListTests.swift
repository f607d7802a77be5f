import PromiseConcurrency
import TestSupport
import Testing

@testable import PromiseCore

/// The transitions of an observer list. The tests of `PromiseStateMachine` explore their order.
@Suite(.sharingProcessors) struct ObserverListTests {
  private func list(of observers: [Observer]) -> ObserverList {
    var list = ObserverList.pending
    for observer in observers { list.append(observer) }
    return list
  }

  private func observers(_ count: Int) -> [Observer] { (0..<count).map { NamedConsumer("\($0)").observer } }

  /// Settles the promise, and returns the names of the observers to deliver to, or `nil` if it was not pending.
  private func settle(_ list: inout ObserverList) -> [String]? {
    var batch = ObserverBatch()
    guard list.settle(&batch) else { return nil }
    return batch.all.map(\.name)
  }

  private func depart(_ observer: Observer?, _ list: inout ObserverList) -> Departure {
    var departure = Departure()
    list.depart(observer, &departure)
    return departure
  }

  @Test(arguments: 0...3) func `the outcome goes once to each observer, in order`(_ count: Int) {
    var list = list(of: observers(count))
    let before = (list.isPending, list.count, list.all.count)
    #expect(before == (true, count, count))
    let names = settle(&list)
    #expect(names == (0..<count).map { "\($0)" })
    let (isPending, left, second) = (list.isPending, list.count, settle(&list))
    #expect(!isPending && left == 0 && second == nil)
  }

  @Test func `observers that are attached after the outcome join its delivery`() {
    var list = list(of: [])
    _ = settle(&list)
    for observer in observers(3) { list.append(observer) }
    let count = list.count
    let joined = list.takeJoined()?.remaining.map(\.name)
    #expect(count == 3 && joined == ["0", "1", "2"])
    let (isPending, left) = (list.isPending, list.count)
    #expect(!isPending && left == 0)
  }

  @Test func `only the last of several departures leaves no consumer`() {
    let observers = observers(3)
    var list = list(of: observers)
    let departures = observers.map { depart($0, &list) }
    #expect(departures.map(\.wasLast) == [false, false, true])
    #expect(departures.map(\.hasRemains) == [true, true, true])
    // The consumers still want the outcome, as a canceled guarantee does.
    let names = settle(&list)
    #expect(names == ["0", "1", "2"])
  }

  @Test func `the observer of a departed consumer leaves the list once it is stale`() {
    let observer = NamedConsumer("0").observer
    var list = list(of: [observer])
    observer.makeStale()
    let departure = depart(observer, &list)
    let (isPending, count) = (list.isPending, list.count)
    #expect(departure.wasLast && departure.removed.map(\.name) == ["0"])
    #expect(isPending && count == 0)
  }

  @Test func `a new observer is a consumer after the only one has departed`() {
    let first = NamedConsumer("0").observer
    var list = list(of: [first])
    let wasLast = depart(first, &list).wasLast
    let second = NamedConsumer("1").observer
    list.append(second)
    let wasLastAgain = depart(second, &list).wasLast
    #expect(wasLast && wasLastAgain)
  }

  @Test func `a short list removes a stale observer at once`() {
    let observers = observers(16)
    var list = list(of: observers)
    observers[7].makeStale()
    let departure = depart(observers[7], &list)
    let count = list.count
    #expect(departure.removed.map(\.name) == ["7"] && count == 15)
  }

  @Test func `a long list removes stale observers when they are the majority`() {
    let observers = observers(40)
    var list = list(of: observers)
    var removed: [Int] = []
    for observer in observers[..<21] {
      observer.makeStale()
      removed.append(depart(observer, &list).removed.count)
    }
    let count = list.count
    #expect(removed == Array(repeating: 0, count: 20) + [21] && count == 19)
    let names = settle(&list)
    #expect(names == (21..<40).map { "\($0)" })
  }

  @Test func `an observer that becomes superfluous later is removed without a departure`() {
    let observers = observers(2)
    var list = list(of: observers)
    let early = depart(observers[0], &list)
    observers[0].makeStale()
    var departure = Departure()
    list.noteSuperfluous(&departure)
    let wasLast = depart(observers[1], &list).wasLast
    #expect(early.removed.isEmpty && departure.removed.map(\.name) == ["0"])
    #expect(!departure.wasLast && wasLast)
  }

  @Test(arguments: 0...2) func `the observers of a pending promise can be taken`(_ count: Int) {
    var list = list(of: observers(count))
    let taken = list.takeObservers().map(\.name)
    let (isPending, left) = (list.isPending, list.count)
    #expect(taken == (0..<count).map { "\($0)" } && isPending && left == 0)
  }

  @Test func `a settled list has no observers to take`() {
    var list = list(of: observers(2))
    _ = settle(&list)
    list.append(NamedConsumer("late").observer)
    let (taken, count) = (list.takeObservers(), list.count)
    #expect(taken.isEmpty && count == 1)
  }

  #if DEBUG
    // trap: consumer-departed-twice
    @Test func `a consumer that departs twice traps`() async {
      await #expect(processExitsWith: .failure) {
        let (promise, resolver) = Promise<Int>.pending()
        let consumers = (0..<3).map { _ in promise.map(on: nil) { $0 } }
        for _ in 0..<4 { promise.any.consumerDeparts(nil) }
        withExtendedLifetime((consumers, resolver)) {}
      }
    }
  #endif
}
