import PromiseCore
import TestSupport
import Testing

/// A canceled guarantee whose handler then returns another guarantee becomes a consumer late. It must not stay one.
@Suite(.sharingProcessors) struct AdoptionLateConsumerTests {
  enum Form: CaseIterable, CustomTestStringConvertible {
    case then, ensureThen, ensureThenTwice, recover, whenGuarantees

    /// Returns a guarantee that waits for `source` and then for `root`.
    func attach(to source: Guarantee<Void>, _ root: Guarantee<Void>) -> AnyPromise {
      switch self {
      case .then: source.then(on: nil) { root }.any
      case .ensureThen: source.ensureThen(on: nil) { root }.any
      case .ensureThenTwice: source.ensureThen(on: nil) { root }.ensureThen(on: nil) { root }.any
      case .recover:
        Promise(source).then(on: nil) { Promise<Void>(error: TestError.one) }.recover(on: nil) { _ in root }.any
      case .whenGuarantees: when(guarantees: [source.then(on: nil) { root }, root]).any
      }
    }

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: Form.allCases)
  func `a canceled guarantee does not stay a consumer of a guarantee that its handler returns later`(_ form: Form) {
    let (root, fulfillRoot) = Guarantee<Void>.pending()
    let (source, fulfillSource) = Guarantee<Void>.pending()
    var waiting: AnyPromise? = form.attach(to: source, root)
    waiting?.cancel()
    fulfillSource(())
    waiting = nil
    #expect(waiting == nil && root.any.observerCount == 0)
    fulfillRoot(())
  }

  @Test(arguments: Form.allCases)
  func `a canceled guarantee that is retained settles with the guarantee that its handler returns later`(
    _ form: Form
  ) {
    let (root, fulfillRoot) = Guarantee<Void>.pending()
    let (source, fulfillSource) = Guarantee<Void>.pending()
    let waiting = form.attach(to: source, root)
    waiting.cancel()
    fulfillSource(())
    #expect(waiting.isPending)
    fulfillRoot(())
    #expect(waiting.isFulfilled)
  }

  /// The race is settled by its first input while it is retained, so nothing releases what waits for the second one.
  @Test func `a canceled race that settles leaves its other inputs`() {
    let (first, fulfillFirst) = Guarantee<Int>.pending()
    let (second, fulfillSecond) = Guarantee<Int>.pending()
    let winner = race(first, second)
    winner.cancel()
    fulfillFirst(1)
    #expect(winner.value == 1)
    #expect(second.any.observerCount == 0)
    fulfillSecond(2)
  }
}
