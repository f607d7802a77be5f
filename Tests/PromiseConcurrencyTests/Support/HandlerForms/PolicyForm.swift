// Forms: policy

import Dispatch
import PromiseConcurrency
import TestSupport

/// A form with `policy:`, which decides whether its handler receives cancellation errors.
enum PolicyForm: CaseIterable {
  case `catch`, catchOnQueue, catchOnly, catchOnlyOnQueue
  case recover, recoverOnQueue, recoverImplicitly, recoverImplicitlyOnQueue
  case recoverOnly, recoverOnlyOnQueue, recoverOnlyImplicitly, recoverOnlyImplicitlyOnQueue
  case recoverToValue, recoverToValueOnQueue, recoverOnlyToValue, recoverOnlyToValueOnQueue
  case catchAsync, recoverAsync, recoverOnlyAsync

  /// Whether the handler receives cancellation errors unless the policy says otherwise.
  var receivesCancellationByDefault: Bool {
    switch self {
    case .catchOnly, .catchOnlyOnQueue, .recoverOnly, .recoverOnlyOnQueue, .recoverOnlyAsync: true
    case .recoverOnlyImplicitly, .recoverOnlyImplicitlyOnQueue, .recoverOnlyToValue, .recoverOnlyToValueOnQueue: true
    default: false
    }
  }

  /// Attaches a handler for errors, or for `CancellationError` only. Returns the promise of the operator.
  ///
  /// - Parameters:
  ///   - source: The promise to attach it to.
  ///   - policy: The policy, or `nil` for the default of the form.
  ///   - use: What the handler calls.
  func attach(
    to source: Promise<Int>, policy: CatchPolicy?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Int> {
    guard let policy else { return attachWithDefault(to: source, use) }
    let only = CancellationError.self
    let thenable = { @Sendable () throws -> Guarantee<Int> in
      use()
      return Guarantee.value(0)
    }
    let value = { @Sendable () -> Int in
      use()
      return 0
    }
    switch self {
    case .catch: return source.catch(policy: policy) { _ in use() }
    case .catchOnQueue: return source.catch(on: nil, policy: policy) { _ in use() }
    case .catchOnly: return source.catch(only: only, policy: policy) { _ in use() }
    case .catchOnlyOnQueue: return source.catch(only: only, on: nil, policy: policy) { _ in use() }
    case .recover: return source.recover(policy: policy) { _ in try thenable() }
    case .recoverOnQueue: return source.recover(on: nil, policy: policy) { _ in try thenable() }
    case .recoverImplicitly:
      return source.recover(policy: policy) { _ in
        use(); return .value(0)
      }
    case .recoverImplicitlyOnQueue:
      return source.recover(on: nil, policy: policy) { _ in
        use(); return .value(0)
      }
    case .recoverOnly: return source.recover(only: only, policy: policy) { _ in try thenable() }
    case .recoverOnlyOnQueue: return source.recover(only: only, on: nil, policy: policy) { _ in try thenable() }
    case .recoverOnlyImplicitly:
      return source.recover(only: only, policy: policy) { _ in
        use(); return .value(0)
      }
    case .recoverOnlyImplicitlyOnQueue:
      return source.recover(only: only, on: nil, policy: policy) { _ in
        use(); return .value(0)
      }
    case .catchAsync: return source.catch(policy: policy) { _ in _ = await yielding(use) }
    case .recoverToValue: return source.recover(policy: policy) { _ in value() }
    case .recoverToValueOnQueue: return source.recover(on: nil, policy: policy) { _ in value() }
    case .recoverOnlyToValue: return source.recover(only: only, policy: policy) { _ in value() }
    case .recoverOnlyToValueOnQueue: return source.recover(only: only, on: nil, policy: policy) { _ in value() }
    case .recoverAsync: return source.recover(policy: policy) { _ in await yielding(use) }
    case .recoverOnlyAsync: return source.recover(only: only, policy: policy) { _ in await yielding(use) }
    }
  }

  private func attachWithDefault(to source: Promise<Int>, _ use: @escaping @Sendable () -> Void) -> Promise<Int> {
    let only = CancellationError.self
    let thenable = { @Sendable () throws -> Guarantee<Int> in
      use()
      return Guarantee.value(0)
    }
    let value = { @Sendable () -> Int in
      use()
      return 0
    }
    switch self {
    case .catch: return source.catch { _ in use() }
    case .catchOnQueue: return source.catch(on: nil) { _ in use() }
    case .catchOnly: return source.catch(only: only) { _ in use() }
    case .catchOnlyOnQueue: return source.catch(only: only, on: nil) { _ in use() }
    case .recover: return source.recover { _ in try thenable() }
    case .recoverOnQueue: return source.recover(on: nil) { _ in try thenable() }
    case .recoverImplicitly:
      return source.recover { _ in
        use(); return .value(0)
      } as Promise<Int>
    case .recoverImplicitlyOnQueue:
      return source.recover(on: nil) { _ in
        use(); return .value(0)
      } as Promise<Int>
    case .recoverOnly: return source.recover(only: only) { _ in try thenable() }
    case .recoverOnlyOnQueue: return source.recover(only: only, on: nil) { _ in try thenable() }
    case .recoverOnlyImplicitly:
      return source.recover(only: only) { _ in
        use(); return .value(0)
      }
    case .recoverOnlyImplicitlyOnQueue:
      return source.recover(only: only, on: nil) { _ in
        use(); return .value(0)
      }
    case .catchAsync: return source.catch { _ in _ = await yielding(use) }
    case .recoverToValue: return source.recover { _ in value() }
    case .recoverToValueOnQueue: return source.recover(on: nil) { _ in value() }
    case .recoverOnlyToValue: return source.recover(only: only) { _ in value() }
    case .recoverOnlyToValueOnQueue: return source.recover(only: only, on: nil) { _ in value() }
    case .recoverAsync: return source.recover { _ in await yielding(use) }
    case .recoverOnlyAsync: return source.recover(only: only) { _ in await yielding(use) }
    }
  }
}

/// Calls `use` in a task.
private func yielding(_ use: @Sendable () -> Void) async -> Int {
  await Task.yield()
  use()
  return 0
}
