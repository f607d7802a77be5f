// Cancelling: who is told, and who is left alone.

import PromiseConcurrency

let (promise, resolver) = Promise<Int>.pending()
resolver.onCancel { print("nobody wants it any more") }

let first = promise.map(on: nil) { $0 + 1 }
let second = promise.map(on: nil) { $0 + 2 }
first.cancel()
print("cancelled: \(resolver.isCancelled)")  // false: `second` still wants it
second.cancel()
print("cancelled: \(resolver.isCancelled)")  // true

let task = Promise {
  try await Task.sleep(nanoseconds: 3600_000_000_000)
}
task.cancel()  // cancels the task, and does not wait for it
do {
  try await task.get()
} catch {
  print(error)
}
