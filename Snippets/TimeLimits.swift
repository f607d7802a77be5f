// Limits waiting times, measured by any clock.

import Dispatch
import PromiseConcurrency

let (slow, resolver) = Promise<Int>.pending()
resolver.onCancel { print("no task is waiting") }

do {
  try await slow.get(timeout: .milliseconds(10))
} catch {
  print(error)  // the timeout also cancels the work, which has no other consumer
}

let (other, otherResolver) = Promise<Int>.pending()
if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
  print(await other.timeout(.seconds(0.01), clock: SuspendingClock()).getResult())
}

withExtendedLifetime(otherResolver) {}

let answer = try await retry(attempts: 3, delay: .exponential(initial: 0.001)) {
  guard Int.random(in: 1...100) > 0 else { throw PromiseError.validationFailed }
  return 42
}.get()
print(answer)
