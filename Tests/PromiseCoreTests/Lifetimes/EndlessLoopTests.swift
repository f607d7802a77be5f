import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// A loop in which each step returns the promise of the next one does not retain the promises of earlier steps.
///
/// `stress roots` measures the memory of such loops.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct EndlessLoopTests {
  enum Form: CaseIterable {
    case then, thenOfGuarantee, recover, map

    /// The promise that the last step returns.
    var last: AnyPromise { self == .thenOfGuarantee ? Guarantee().any : Promise().any }

    /// Returns a promise that waits for `work` and then for the promise that `step` returns.
    func wait(for work: Promise<Void>, then step: @escaping @Sendable () -> AnyPromise) -> AnyPromise {
      switch self {
      case .then: work.then(on: nil) { step().unerased(to: Promise<Void>.self) }.any
      case .thenOfGuarantee:
        work.recover(on: nil) { _ in Guarantee() }.then(on: nil) { step().unerased(to: Guarantee<Void>.self) }.any
      case .recover:
        work.then(on: nil) { Promise<Void>(error: TestError.one) }
          .recover(on: nil) { _ in step().unerased(to: Promise<Void>.self) }.any
      case .map: work.map(on: nil) {}.then(on: nil) { step().unerased(to: Promise<Void>.self) }.any
      }
    }
  }

  private final class Loop: Sendable {
    private typealias WeakReference = WeakPromise

    private let form: Form
    private let length: Int
    private let promises = Log<WeakReference>()
    private let resolvers = Log<Resolver<Void>>()

    /// - Parameter length: The number of steps after which the loop ends.
    init(_ form: Form, length: Int) {
      self.form = form
      self.length = length
    }

    /// The number of promises of steps that are alive.
    var aliveCount: Int { promises.entries.count { $0.promise != nil } }

    /// Begins a step, and returns its promise.
    func step() -> AnyPromise {
      if promises.entries.count >= length { return form.last }
      let (work, resolver) = Promise<Void>.pending()
      resolvers(resolver)
      let promise = form.wait(for: work) { self.step() }
      promises(WeakReference(promise))
      return promise
    }

    /// Ends the work of the current step, so that the next step begins.
    func advance() { resolvers.entries.last?.fulfill() }
  }

  @Test(arguments: Form.allCases) func `a loop retains the promises of its first and last step only`(_ form: Form) {
    let loop = Loop(form, length: 200)
    let whole = loop.step()
    for _ in 0..<100 { loop.advance() }
    #expect(loop.aliveCount <= 3)
    #expect(whole.isPending)
    // A pending loop and the handler of its last step retain each other.
    while whole.isPending { loop.advance() }
  }

  /// A call that went through an operator for every step would overflow the stack.
  @Test(arguments: Form.allCases) func `a loop of any length ends on a small stack`(_ form: Form) async {
    await onSmallStack {
      let loop = Loop(form, length: many(50_000))
      let whole = loop.step()
      while whole.isPending { loop.advance() }
      #expect(!whole.isRejected)
    }
  }
}
