// Forms: cancellation

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A form with `cancellation:`, which decides whether a canceled task cancels the promise for which it waits.
private struct CancellationForm: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The policy that the form has by default.
  let byDefault: CancellationPolicy
  /// Whether a canceled task goes on waiting, because the form cannot throw an error.
  var endsOnlyWithValue = false
  /// Waits for a promise in a task, with a policy, or with the default policy if it is `nil`.
  let wait: @Sendable (Promise<[Int]>, CancellationPolicy?) async -> Void

  static let gets = [
    CancellationForm(testDescription: "get", byDefault: .leave) { source, policy in
      if let policy { _ = try? await source.get(cancellation: policy) } else { _ = try? await source.get() }
    },
    CancellationForm(testDescription: "getResult", byDefault: .leave) { source, policy in
      if let policy { _ = await source.getResult(cancellation: policy) } else { _ = await source.getResult() }
    },
    CancellationForm(testDescription: "get(timeout: seconds)", byDefault: .leave) { source, policy in
      if let policy {
        _ = try? await source.get(timeout: 1_000_000 as Double, cancellation: policy)
      } else {
        _ = try? await source.get(timeout: 1_000_000 as Double)
      }
    },
    CancellationForm(testDescription: "get(timeout: DispatchTimeInterval)", byDefault: .leave) { source, policy in
      if let policy {
        _ = try? await source.get(timeout: .never, cancellation: policy)
      } else {
        _ = try? await source.get(timeout: .never)
      }
    },
    CancellationForm(testDescription: "get(timeout: Duration)", byDefault: .leave) { source, policy in
      if let policy {
        _ = try? await source.get(timeout: Duration.seconds(1_000_000), cancellation: policy)
      } else {
        _ = try? await source.get(timeout: Duration.seconds(1_000_000))
      }
    },
  ]

  static let getsOfGuarantee = [
    CancellationForm(testDescription: "guarantee.get", byDefault: .leave, endsOnlyWithValue: true) { source, policy in
      let guarantee = source.recovered()
      if let policy { _ = await guarantee.get(cancellation: policy) } else { _ = await guarantee.get() }
    },
    CancellationForm(testDescription: "guarantee.getResult", byDefault: .leave) { source, policy in
      let guarantee = source.recovered()
      if let policy { _ = await guarantee.getResult(cancellation: policy) } else { _ = await guarantee.getResult() }
    },
    CancellationForm(testDescription: "guarantee.get(timeout: seconds)", byDefault: .leave) { source, policy in
      let guarantee = source.recovered()
      if let policy {
        _ = try? await guarantee.get(timeout: 1_000_000 as Double, cancellation: policy)
      } else {
        _ = try? await guarantee.get(timeout: 1_000_000 as Double)
      }
    },
    CancellationForm(testDescription: "guarantee.get(timeout: DispatchTimeInterval)", byDefault: .leave) {
      source, policy in
      let guarantee = source.recovered()
      if let policy {
        _ = try? await guarantee.get(timeout: .never, cancellation: policy)
      } else {
        _ = try? await guarantee.get(timeout: .never)
      }
    },
    CancellationForm(testDescription: "guarantee.get(timeout: Duration)", byDefault: .leave) { source, policy in
      let guarantee = source.recovered()
      if let policy {
        _ = try? await guarantee.get(timeout: Duration.seconds(1_000_000), cancellation: policy)
      } else {
        _ = try? await guarantee.get(timeout: Duration.seconds(1_000_000))
      }
    },
  ]

  static let groups = [
    CancellationForm(testDescription: "addPromise", byDefault: .forward) { source, policy in
      try? await withThrowingTaskGroup(of: [Int].self) { group in
        if let policy { group.addPromise(source, cancellation: policy) } else { group.addPromise(source) }
        try await group.waitForAll()
      }
    },
    CancellationForm(testDescription: "addPromise(guarantee)", byDefault: .forward, endsOnlyWithValue: true) {
      source, policy in
      let guarantee = source.recovered()
      await withTaskGroup(of: [Int].self) { group in
        if let policy { group.addPromise(guarantee, cancellation: policy) } else { group.addPromise(guarantee) }
        await group.waitForAll()
      }
    },
  ]
}

/// Every form with `cancellation:` forwards the cancellation of its task to the promise, or leaves the promise alone.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CancellationPolicyFormTests {
  @Test(arguments: CancellationForm.gets + CancellationForm.getsOfGuarantee + CancellationForm.groups)
  private func `the policy decides whether a canceled task cancels its promise`(_ form: CancellationForm) async throws {
    for policy in [CancellationPolicy.leave, .forward, nil] {
      let (source, resolver) = Promise<[Int]>.pending()
      let hasStarted = Gate()
      let task = Task {
        hasStarted.open()
        await form.wait(source, policy)
      }
      try await hasStarted.opened()
      task.cancel()
      if (policy ?? form.byDefault) == .forward {
        await wait { source.isSettled }
        #expect(source.isCancelled, "\(String(describing: policy))")
      } else {
        if form.endsOnlyWithValue { resolver.fulfill([1]) }
        await task.value
        #expect(!source.isCancelled, "\(String(describing: policy))")
      }
      resolver.fulfill([1])
      await task.value
    }
  }
}
