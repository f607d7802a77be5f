// Sequences of promises, with at most so many at work.

import PromiseConcurrency

func size(of page: Int) async throws -> Int {
  try await Task.sleep(nanoseconds: UInt64(10 - page) * 1_000_000)
  return page * 100
}

// In the order of the input, at most three at work, and none made before it is asked for.
let sizes = (1...).prefix(1000).concurrentMap(maxConcurrent: 3) { try await size(of: $0) }
for try await size in sizes {
  print(size)
  if size == 400 { break }  // cancels what is at work
}

// Each as soon as it is there.
for try await size in (1...3).concurrentMap(maxConcurrent: 3, order: .completion, { try await size(of: $0) }) {
  print("one of three:", size)
}

// Again and again, until it is done.
let progress = Progress()
for try await percent in poll(interval: 0.001, until: { $0 == 100 }, { await progress.look() }) {
  print(percent, "%")
}

// And a promise of an asynchronous sequence, for code that is not `async`.
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
