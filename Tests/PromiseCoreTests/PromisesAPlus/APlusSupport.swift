import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport

// Promises/A+ 1.1 (https://promisesaplus.com), clause by clause, to the extent that a statically typed promise can meet
// it. The specification's onFulfilled is the handler of `then` and `done`. Its onRejected is the handler of `recover`,
// which returns the specification's promise2, and of `catch`, which returns a promise that adopts the upstream outcome.
//
// Clauses that do not apply, and why:
//
// - 2.2.1.1, 2.2.1.2: The compiler rejects an argument that is not a function. An operator takes only one of the two
//   handlers; the consequences are tested as 2.2.1, 2.2.7.3 and 2.2.7.4.
// - 2.2.2.1, 2.2.3.1: Two exceptions are by design. A handler is not called after its derived promise was canceled,
//   and `catch` and `recover` ignore reasons that mean cancellation unless they are passed `policy: .allErrors`.
// - 2.2.4: Does not apply to `on: nil`, which requests that the handler run within the call that settles or attaches.
// - 2.2.5: Swift functions have no `this`.
// - 2.2.6: Does not apply to `on: nil` when a handler is attached while another thread settles the promise: the handler
//   may run immediately. Does not apply to concurrent queues, where handlers run in parallel.
// - 2.2.7.2: Does not apply to handlers that cannot throw: those of `catch`, of a `recover` that returns a guarantee or
//   nothing, and of a guarantee's own operators.
// - 2.3.1: Does not apply between guarantees. A guarantee cannot be rejected, so a guarantee that would adopt its own
//   state traps.
// - 2.3.3.1, 2.3.3.2: `pipe(to:)`, which thenables have instead of `then`, is a method and not a property. Looking it
//   up runs no code and cannot throw. The remaining requirement, that it is called once, is tested.
// - 2.3.3.3: A single handler of a result replaces both resolvePromise and rejectPromise.
// - 2.3.3.3.1: y is a `Value` and is not resolved any further: a promise of promises is fulfilled with a promise.
// - 2.3.3.3.4: `pipe(to:)` cannot throw. It can release its handler uncalled, which is tested instead.
// - 2.3.3.4, 2.3.4: The static type determines what is a thenable, so a promise stored in an `any Sendable` or an
//   `any Thenable` is a value.
//
// A circular chain of thenables is not detected, as the specification permits: it stays pending.

/// When a promise settles, relative to the handlers being attached.
enum Settling: CaseIterable {
  case atCreation, before, concurrently, after, afterOnAnotherQueue

  /// Calls `attach` with a promise that settles at this moment.
  @discardableResult
  func settle<Value, Attached>(
    _ result: Result<Value, any Error>, around attach: (Promise<Value>) throws -> Attached
  ) rethrows -> Attached {
    if self == .atCreation {
      switch result {
      case .success(let value): return try attach(.value(value))
      case .failure(let error): return try attach(Promise(error: error))
      }
    }
    let (promise, resolver) = Promise<Value>.pending()
    return try run({ resolver.resolve(result) }, around: { try attach(promise) })
  }

  /// Calls `attach` with a guarantee that is fulfilled at this moment.
  @discardableResult
  func fulfill<Value: Sendable, Attached>(
    _ value: Value, around attach: (Guarantee<Value>) throws -> Attached
  ) rethrows -> Attached {
    if self == .atCreation { return try attach(.value(value)) }
    let (guarantee, resolve) = Guarantee<Value>.pending()
    return try run({ resolve(value) }, around: { try attach(guarantee) })
  }

  private func run<Attached>(
    _ settle: @escaping @Sendable () -> Void, around attach: () throws -> Attached
  ) rethrows -> Attached {
    switch self {
    case .atCreation, .before: settle()
    case .concurrently: DispatchQueue.global().async(execute: settle)
    case .after, .afterOnAnotherQueue: break
    }
    defer {
      switch self {
      case .atCreation, .before, .concurrently: break
      case .after: settle()
      case .afterOnAnotherQueue: DispatchQueue.global().async(execute: settle)
      }
    }
    return try attach()
  }
}

/// The executor on which handlers run.
enum APlusExecutor: CaseIterable {
  /// The default in nonisolated code: the main queue.
  case implicit
  case queue, concurrentQueue, inline

  private static let serial = DispatchQueue(label: "APlus")
  private static let concurrent = DispatchQueue(label: "APlus.concurrent", attributes: .concurrent)

  /// The argument of `on:`.
  var queue: DispatchQueue? {
    switch self {
    case .implicit: .main
    case .queue: Self.serial
    case .concurrentQueue: Self.concurrent
    case .inline: nil
    }
  }

  /// Returns when everything that was enqueued on these queues before has run.
  static func drained() async {
    for queue in allCases.compactMap(\.queue) { await queue.async(.promise, flags: .barrier) {}.get() }
  }
}

/// Returns when the promises of this test have settled and their handlers have returned. Throws when the test is
/// canceled because it exceeds its time limit.
func allPromisesSettled() async throws {
  let gate = Gate()
  DispatchGroup.promises.notify(queue: .global()) { gate.open() }
  try await gate.opened()
}

/// A value with an identity.
final class Thing: Sendable {}

/// A reason with an identity.
final class Reason: Error {}

/// Reasons of every kind, including those that mean cancellation.
let reasons: [any Error] = [
  TestError.one, Reason(), StructReason(number: 1, text: "one"), PromiseError.timedOut, PromiseError.cancelled,
  CancellationError(),
]

struct StructReason: Error, Equatable {
  let number: Int
  let text: String
}

/// Returns whether two reasons are identical objects or, for other types, have the same type and description.
func same(_ left: (any Error)?, _ right: any Error) -> Bool {
  if let right = right as? Reason { return left as? Reason === right }
  guard let left else { return false }
  return type(of: left) == type(of: right) && "\(left)" == "\(right)"
}
