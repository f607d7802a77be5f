// Shows which promises a cancellation reaches.

import PromiseConcurrency

let (promise, resolver) = Promise<Int>.pending()
resolver.onCancel { print("no consumer is left") }

let first = promise.map(on: nil) { $0 + 1 }
let second = promise.map(on: nil) { $0 + 2 }
first.cancel()
print("canceled: \(resolver.isCancelled)")  // false: `second` is still a consumer
second.cancel()
print("canceled: \(resolver.isCancelled)")  // true

let task = Promise {
  try await Task.sleep(nanoseconds: 3600_000_000_000)
}
task.cancel()  // cancels the task without waiting for its end
do {
  try await task.get()
} catch {
  print(error)
}
