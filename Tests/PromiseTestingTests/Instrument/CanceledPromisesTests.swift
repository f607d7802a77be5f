import PromiseCore
import TestSupport
import Testing

@testable import PromiseTesting

/// The promises that tests have canceled, which others may still refer to.
@Suite(.sharingProcessors) struct CanceledPromisesTests {
  private let canceled = CanceledPromises()

  /// Returns a promise that belongs to no test and was rejected without a report.
  private func rejected(in context: PromiseContext? = nil) -> Promise<Int> {
    let promise = Promise<Int>(site: CreationSite(#fileID, #line), context: context)
    promise.settle(.failure(TestError.one))
    promise.markObserved()
    return promise
  }

  private var instrument: TestInstrument { TestInstrument { _ in nil } }

  @Test func `only promises that are rejected are kept in mind`() {
    let fulfilled = Promise<Int>(site: CreationSite(#fileID, #line), context: nil)
    fulfilled.settle(.success(1))
    let pending = Promise<Int>(site: CreationSite(#fileID, #line), context: nil)
    let promise = rejected()
    canceled.add([fulfilled.any, promise.any, pending.any])
    #expect(canceled.alive(without: instrument).count == 1)
    withExtendedLifetime((fulfilled, promise, pending)) {}
  }

  @Test func `a promise is not retained, and forgotten once it is released`() {
    do { canceled.add([rejected().any]) }
    #expect(canceled.alive(without: instrument).isEmpty)
    let promise = rejected()
    canceled.add([promise.any])
    #expect(canceled.alive(without: instrument).count == 1)
    withExtendedLifetime(promise) {}
  }

  @Test func `the promises of the asking test are left out`() {
    let instrument = instrument
    let own = rejected(in: PromiseContext(instrument: instrument))
    let other = rejected()
    canceled.add([own.any, other.any])
    #expect(canceled.alive(without: instrument).count == 1)
    #expect(canceled.alive(without: self.instrument).count == 2)
    withExtendedLifetime((own, other)) {}
  }
}
