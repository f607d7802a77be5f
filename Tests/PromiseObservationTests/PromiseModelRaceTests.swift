import Dispatch
import PromiseCore
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

/// Loads that settle on other threads while they are replaced or canceled.
@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseModelRaceTests {
  /// Settles a promise on another thread as `action` begins, as nearly as possible.
  private func settle(_ resolver: Resolver<Int>, with value: Int, during action: () -> Void) async {
    let begun = Position()
    let other = Position()
    let finished = Gate()
    DispatchQueue.global().async {
      other.meet(begun, at: 0)
      resolver.fulfill(value)
      finished.open()
    }
    begun.meet(other, at: 0)
    action()
    try? await finished.opened()
  }

  @Test func `the outcome of a load that is replaced as it settles is never shown`() async throws {
    let model = PromiseModel<Int>()
    for round in 0..<raceCount / 20 {
      let (promise, resolver) = Promise<Int>.pending()
      let (next, nextResolver) = Promise<Int>.pending()
      model.load { promise }
      await settle(resolver, with: -1) { model.load { next } }
      #expect(model.value != -1)
      nextResolver.fulfill(round)
      #expect(await promisesSettled())
      #expect(model.value == round)
    }
  }

  @Test func `the outcome of a load that is canceled as it settles is never shown`() async throws {
    let model = PromiseModel<Int>()
    for _ in 0..<raceCount / 20 {
      let (promise, resolver) = Promise<Int>.pending()
      model.load { promise }
      await settle(resolver, with: 1) { model.cancel() }
      #expect(await promisesSettled())
      #expect(model.value == nil && !model.isLoading)
    }
  }

  @Test func `a load that settles as it begins is shown once`() async throws {
    let model = PromiseModel<Int>()
    for round in 0..<raceCount / 20 {
      let (promise, resolver) = Promise<Int>.pending()
      await settle(resolver, with: round) { model.load { promise } }
      #expect(await promisesSettled())
      #expect(model.value == round && !model.isLoading)
    }
  }

  @Test(.promises(order: .shuffled(seeds: 0..<20)))
  func `the last of several loads is shown, in whichever order they settle`() async throws {
    let model = PromiseModel<Int>()
    for number in 0..<10 { model.load { Promise { number }.map { $0 * 2 } } }
    #expect(await promisesSettled())
    #expect(model.value == 18)
  }
}
