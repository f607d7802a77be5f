// Forms: policy

@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// Every form of the old vocabularies with `policy:` follows it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PolicyFormTests {
  @Test(arguments: cases(of: Cases.self))
  func `the policy decides whether the handler receives a cancellation error`(_ test: Case) async throws {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    PolicyForm.allCases.flatMap { form in
      [
        Case("all errors: \(form)") { await expectCall(true, of: form, .allErrors) },
        Case("no cancellation: \(form)") { await expectCall(false, of: form, .allErrorsExceptCancellation) },
        Case("by default: \(form)") { await expectCall(form.receivesCancellationByDefault, of: form, nil) },
      ]
    }
  }

  /// Expects that the handler of a form is called with a cancellation error, or that it is not.
  @available(*, deprecated)
  private static func expectCall(_ isCalled: Bool, of form: PolicyForm, _ policy: CatchPolicy?) async {
    let log = Log<Void>()
    let promise = form.attach(to: Promise<Int>(error: CancellationError()), policy: policy) { log(()) }.any
    await wait { promise.isSettled }
    #expect(log.count == (isCalled ? 1 : 0))
  }
}

@available(*, deprecated)
private enum PolicyForm: CaseIterable {
  case recoverToValue, recoverToValueOnQueue, recoverOnlyToValue, recoverOnlyToValueOnQueue
  case recoverToNothing, recoverToNothingOnQueue, recoverToNothingWithFlags
  case catchOnQueue, catchOnlyOnQueue, recoverOnQueue, recoverOnlyOnQueue
  case recoverToGuaranteeOnQueue, recoverOnlyToGuaranteeOnQueue

  var receivesCancellationByDefault: Bool {
    switch self {
    case .recoverOnlyToValue, .recoverOnlyToValueOnQueue, .catchOnlyOnQueue, .recoverOnlyOnQueue,
      .recoverOnlyToGuaranteeOnQueue:
      true
    default: false
    }
  }

  /// Attaches a handler for errors, or for `CancellationError` only, with a policy or with the default of the form.
  func attach(
    to source: Promise<Int>, policy: CatchPolicy?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let only = CancellationError.self
    let value = { @Sendable () -> Int in
      use()
      return 0
    }
    let promise = { @Sendable () -> Promise<Int> in
      use()
      return Promise.value(0)
    }
    let guarantee = { @Sendable () -> Guarantee<Int> in
      use()
      return Guarantee.value(0)
    }
    guard let policy else {
      switch self {
      case .recoverToGuaranteeOnQueue: return source.recover(on: nil) { _ throws in guarantee() }
      case .recoverOnlyToGuaranteeOnQueue: return source.recover(only: only, on: nil) { _ in guarantee() }
      case .recoverToValue: return source.recover { _ in value() }
      case .recoverToNothing: return source.asVoid().recover { _ throws -> Void in use() }
      case .recoverToNothingOnQueue: return source.asVoid().recover(on: nil) { _ throws -> Void in use() }
      case .recoverToNothingWithFlags: return source.asVoid().recover(on: nil, flags: nil) { _ throws -> Void in use() }
      case .recoverToValueOnQueue: return source.recover(on: nil) { _ in value() }
      case .recoverOnlyToValue: return source.recover(only: only) { _ in value() }
      case .recoverOnlyToValueOnQueue: return source.recover(only: only, on: nil) { _ in value() }
      case .catchOnQueue: return source.catch(on: nil) { _ in use() }
      case .catchOnlyOnQueue: return source.catch(only: only, on: nil) { _ in use() }
      case .recoverOnQueue: return source.recover(on: nil) { _ in promise() }
      case .recoverOnlyOnQueue: return source.recover(only: only, on: nil) { _ in promise() }
      }
    }
    switch self {
    case .recoverToGuaranteeOnQueue: return source.recover(on: nil, policy: policy) { _ in guarantee() }
    case .recoverOnlyToGuaranteeOnQueue: return source.recover(only: only, on: nil, policy: policy) { _ in guarantee() }
    case .recoverToNothing: return source.asVoid().recover(policy: policy) { _ in use() }
    case .recoverToNothingOnQueue: return source.asVoid().recover(on: nil, policy: policy) { _ in use() }
    case .recoverToNothingWithFlags:
      return source.asVoid().recover(on: nil, flags: nil, policy: policy) { _ in use() }
    case .recoverToValue: return source.recover(policy: policy) { _ in value() }
    case .recoverToValueOnQueue: return source.recover(on: nil, policy: policy) { _ in value() }
    case .recoverOnlyToValue: return source.recover(only: only, policy: policy) { _ in value() }
    case .recoverOnlyToValueOnQueue: return source.recover(only: only, on: nil, policy: policy) { _ in value() }
    case .catchOnQueue: return source.catch(on: nil, policy: policy) { _ in use() }
    case .catchOnlyOnQueue: return source.catch(only: only, on: nil, policy: policy) { _ in use() }
    case .recoverOnQueue: return source.recover(on: nil, policy: policy) { _ in promise() }
    case .recoverOnlyOnQueue: return source.recover(only: only, on: nil, policy: policy) { _ in promise() }
    }
  }
}
