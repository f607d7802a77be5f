// Waiting for so long and no longer, by any clock.

import PromiseConcurrency

let (slow, resolver) = Promise<Int>.pending()
resolver.onCancel { print("nobody waits any more") }

do {
  try await slow.get(timeout: .milliseconds(10))
} catch {
  print(error)  // and the work is cancelled, since nobody else wants it
}

let (other, otherResolver) = Promise<Int>.pending()
print(await other.timeout(.seconds(0.01), clock: SuspendingClock()).getResult())

withExtendedLifetime(otherResolver) {}

let answer = try await retry(attempts: 3, delay: .exponential(initial: 0.001).measured(by: ContinuousClock())) {
  guard Int.random(in: 1...100) > 0 else { throw PromiseError.validationFailed }
  return 42
}.get()
print(answer)
