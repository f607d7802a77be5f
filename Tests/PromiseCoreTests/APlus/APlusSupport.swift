import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport

// Promises/A+ 1.1 (https://promisesaplus.com), clause by clause, as far as a statically typed promise can meet it.
// Where it says onFulfilled, read `then` and `done`. Where it says onRejected, read `recover`, whose result is what the
// specification's `then` returns, and `catch`, whose result settles as its source did.
//
// Clauses that do not apply, and why:
//
// 2.2.1.1    What is not a function cannot be passed: the compiler refuses it. But an operator takes one handler and
// 2.2.1.2    leaves out the other; what that means is tested as 2.2.1, 2.2.7.3 and 2.2.7.4. 2.2.2.1    Two exceptions
// are by design. A handler whose own promise was cancelled is not called any more; and `catch` 2.2.3.1    and `recover`
// leave out reasons that mean cancellation, unless asked with `policy: .allErrors`. 2.2.4      Not with `on: nil`,
// which asks for a handler to run inside the call that settles or attaches. 2.2.5      Swift functions have no `this`.
// 2.2.6      Not with `on: nil` for a handler that is attached while another thread settles the promise: it may run at
//            once. Not on a concurrent queue, where handlers run side by side.
// 2.2.7.2    Not for handlers that cannot throw: those of `catch`, of a `recover` that returns a guarantee or nothing,
//            and of a guarantee's own operators.
// 2.3.1      Not for guarantees among themselves: none can be rejected, so one that is to settle as itself stops the
//            program.
// 2.3.3.1    `pipe(to:)`, which thenables have instead of `then`, is a method and not a property: looking it up runs no
// 2.3.3.2    code and cannot throw. What is left of the two, that it is called once, is tested.
// 2.3.3.3    One handler of a result stands for both resolvePromise and rejectPromise.
// 2.3.3.3.1  y is a `Value` and is not resolved any further: a promise of promises is fulfilled with a promise.
// 2.3.3.3.4  `pipe(to:)` cannot throw. It can let go of its handler uncalled, which is tested in its place.
// 2.3.3.4    What is a thenable is for the static type to say, so a promise in an `any Sendable` is a value, and so is
// 2.3.4      an `any Thenable`.
//
// A chain of thenables that leads back to its beginning is not detected, as the specification allows: it stays pending.

/// How a promise comes to be settled, as those see it who attach handlers to it.
enum Settling: CaseIterable {
  case whenMade, before, meanwhile, immediatelyAfterwards, laterOnAnotherQueue

  /// Calls `attach` with a promise that settles like this.
  @discardableResult
  func settle<Value, Attached>(
    _ result: Result<Value, any Error>, around attach: (Promise<Value>) throws -> Attached
  ) rethrows -> Attached {
    if self == .whenMade {
      switch result {
      case .success(let value): return try attach(.value(value))
      case .failure(let error): return try attach(Promise(error: error))
      }
    }
    let (promise, resolver) = Promise<Value>.pending()
    return try run({ resolver.resolve(result) }, around: { try attach(promise) })
  }

  /// Calls `attach` with a guarantee that is fulfilled like this.
  @discardableResult
  func fulfill<Value: Sendable, Attached>(
    _ value: Value, around attach: (Guarantee<Value>) throws -> Attached
  ) rethrows -> Attached {
    if self == .whenMade { return try attach(.value(value)) }
    let (guarantee, resolve) = Guarantee<Value>.pending()
    return try run({ resolve(value) }, around: { try attach(guarantee) })
  }

  private func run<Attached>(
    _ settle: @escaping @Sendable () -> Void, around attach: () throws -> Attached
  ) rethrows -> Attached {
    switch self {
    case .whenMade, .before: settle()
    case .meanwhile: DispatchQueue.global().async(execute: settle)
    case .immediatelyAfterwards, .laterOnAnotherQueue: break
    }
    defer {
      switch self {
      case .whenMade, .before, .meanwhile: break
      case .immediatelyAfterwards: settle()
      case .laterOnAnotherQueue: DispatchQueue.global().async(execute: settle)
      }
    }
    return try attach()
  }
}

/// Where handlers are asked to run.
enum Place: CaseIterable {
  /// In code isolated to nothing: on the main queue.
  case whereItIsWritten
  case queue, concurrentQueue, inline

  private static let serial = DispatchQueue(label: "APlus")
  private static let concurrent = DispatchQueue(label: "APlus.concurrent", attributes: .concurrent)

  /// The argument of `on:`.
  var queue: DispatchQueue? {
    switch self {
    case .whereItIsWritten: .main
    case .queue: Self.serial
    case .concurrentQueue: Self.concurrent
    case .inline: nil
    }
  }

  /// Returns when everything has run that was due in one of these places.
  static func allCaughtUp() async {
    for queue in allCases.compactMap(\.queue) { await queue.async(.promise, flags: .barrier) {}.get() }
  }
}

/// Returns when the promises of this test are settled, and their handlers have returned; throws when the test is
/// cancelled, because its time is up.
func everythingHasHappened() async throws {
  let gate = Gate()
  DispatchGroup.promises.notify(queue: .global()) { gate.open() }
  try await gate.opened()
}

/// A value with an identity.
final class Thing: Sendable {}

/// A reason with an identity.
final class Reason: Error {}

/// Reasons of all kinds.
let reasons: [any Error] = [
  TestError.one, Reason(), ReasonOfParts(number: 1, text: "one"), PromiseError.timedOut, PromiseError.cancelled,
  CancellationError(),
]

struct ReasonOfParts: Error, Equatable {
  let number: Int
  let text: String
}

/// Whether two reasons are the same: the same object, or equal as far as can be seen.
func same(_ left: (any Error)?, _ right: any Error) -> Bool {
  if let right = right as? Reason { return left as? Reason === right }
  guard let left else { return false }
  return type(of: left) == type(of: right) && "\(left)" == "\(right)"
}
