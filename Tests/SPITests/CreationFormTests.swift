import Dispatch
@_spi(GooglePromises) @_spi(PromiseKit) import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Every way of the old vocabularies to create a promise takes the context of the calling code.
struct CreationFormTests {
  @Test(arguments: cases(of: Cases.self))
  func `a promise belongs to the context in which it is created`(_ test: Case) async throws { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let forms: [(String, @Sendable () -> AnyPromise)] = [
      ("a value", { Promise<Int>(1) }),
      ("an error", { Promise<Int>(TestError.one) }),
      ("a promise", { Promise<Int>(Promise.value(1)) }),
      ("a guarantee", { Promise<Int>(Guarantee.value(1)) }),
      ("nothing", { Promise<Int>() }),
      ("work that returns a value", { Promise<Int>(on: nil) { () -> Int in 1 } }),
      ("work that returns a promise", { Promise<Int>(on: nil) { () -> Promise<Int> in Promise.value(1) } }),
      ("work that calls back", { Promise<Int>(on: nil) { fulfill, _ in fulfill(1) } }),
      ("any", { any([Promise.value(1), Promise.value(2)]) }),
      ("all", { all([Promise.value(1), Promise.value(2)]) }),
      ("race", { race([Promise.value(1), Promise.value(2)]) }),
    ]
    return forms.map { name, create in
      Case(name) {
        let context = PromiseContext(report: { _ in })
        let promise = PromiseContext.$current.withValue(context) { create() }
        #expect(promise.context === context)
      }
    }
  }
}
