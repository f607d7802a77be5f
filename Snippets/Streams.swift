// Processes sequences of promises with limited concurrency.

import PromiseConcurrency

func size(of page: Int) async throws -> Int {
  try await Task.sleep(nanoseconds: UInt64(10 - page) * 1_000_000)
  return page * 100
}

// In input order. At most three operations run concurrently, and elements are only taken on demand.
let sizes = (1...).prefix(1000).concurrentMap(maxConcurrent: 3) { try await size(of: $0) }
for try await size in sizes {
  print(size)
  if size == 400 { break }  // cancels the running operations
}

// In completion order.
for try await size in (1...3).concurrentMap(maxConcurrent: 3, order: .completion, { try await size(of: $0) }) {
  print("one of three:", size)
}

// Polls until the condition is met.
let progress = Progress()
for try await percent in poll(interval: 0.001, until: { $0 == 100 }, { await progress.look() }) {
  print(percent, "%")
}

// Creates a promise from an asynchronous sequence, for code that is not `async`.
let (numbers, continuation) = AsyncStream<Int>.makeStream()
func firstLarge() -> Promise<Int> { Promise(first: numbers) { $0 > 10 } }
let large = firstLarge()
for number in [3, 30, 300] { continuation.yield(number) }
print(try await large.get())

actor Progress {
  private var percent = 0

  func look() -> Int {
    percent += 50
    return percent
  }
}
