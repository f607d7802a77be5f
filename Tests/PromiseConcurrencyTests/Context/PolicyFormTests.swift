import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every form with `policy:` follows it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PolicyFormTests {
  /// Returns whether the handler of a form receives the cancellation error of a promise.
  private func receivesCancellation(_ form: PolicyForm, _ policy: CatchPolicy?) async -> Bool {
    let log = Log<Void>()
    let promise = form.attach(to: Promise<Int>(error: CancellationError()), policy: policy) { log(()) }
    await wait { promise.isSettled }
    return log.count == 1
  }

  @Test(arguments: PolicyForm.allCases)
  func `the policy decides whether the handler receives a cancellation error`(_ form: PolicyForm) async {
    #expect(await receivesCancellation(form, .allErrors))
    #expect(await !receivesCancellation(form, .allErrorsExceptCancellation))
  }

  @Test(arguments: PolicyForm.allCases) func `each form has its default policy`(_ form: PolicyForm) async {
    #expect(await receivesCancellation(form, nil) == form.receivesCancellationByDefault)
  }

  @Test(arguments: [PolicyForm.catch, .catchOnQueue, .catchOnly, .catchOnlyOnQueue, .catchAsync])
  func `the policy decides whether the handler sees the cancellation of its own promise`(_ form: PolicyForm) async {
    for policy in [CatchPolicy.allErrors, .allErrorsExceptCancellation] {
      let log = Log<Void>()
      let (source, resolver) = Promise<Int>.pending()
      form.attach(to: source, policy: policy) { log(()) }.cancel()
      #expect(resolver.isCancelled)
      if policy == .allErrors { await wait { log.count > 0 } }
      await promisesSettled()
      #expect(log.count == (policy == .allErrors ? 1 : 0), "\(policy)")
    }
  }
}
