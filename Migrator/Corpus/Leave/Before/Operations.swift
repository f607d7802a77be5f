import PromiseConcurrency

// Operations that plain Swift lacks.
actor Attempts {
  private var count = 0

  func next() throws -> Int {
    count += 1
    guard count > 2 else { throw SDKError.missing }
    return count
  }
}

struct Operations: Sendable {
  func retried() async throws -> Int {
    let attempts = Attempts()
    return try await retry(attempts: 3, delay: .milliseconds(1)) { try await attempts.next() }.get()
  }

  func retriedOnce() async throws -> Int {
    let attempts = Attempts()
    return try await retry(attempts: 3, delay: .constant(.milliseconds(1))) { remaining, _ in remaining > 2 } _: {
      try await attempts.next()
    }.get()
  }

  func doubled(_ numbers: [Int]) async throws -> [Int] {
    try await Promise(collecting: numbers.concurrentMap(maxConcurrent: 2) { number in try await double(number) })
      .get(cancellation: .forward)
  }

  func sum(_ numbers: [Int]) async throws -> Int {
    var sum = 0
    let results = numbers.concurrentMap(maxConcurrent: 2, order: .completion) { number in try await double(number) }
    for try await result in results {
      sum += result
    }
    return sum
  }

  func fastest() async throws -> Int {
    try await race(Promise { try await double(1) }, Promise { try await never() }).get()
  }

  func firstFound() async throws -> Int {
    try await race(fulfilled: [0, 3].map { number in Promise { try await half(number) } }).get()
  }

  func paused() async -> String {
    await after(.milliseconds(1)).get()
    await after(seconds: 0.001).get()
    return "paused"
  }

  func never() async throws -> Int {
    await after(seconds: 1_000).get()
    return 0
  }

  func double(_ number: Int) async throws -> Int { number * 2 }

  func half(_ number: Int) async throws -> Int {
    guard number > 0 else { throw SDKError.missing }
    return number / 2
  }
}

/// Stores texts in the order of the calls.
final class Journal: Sendable {
  private let writes = PromiseQueue()
  let log = Log()

  func write(_ text: String) -> Task<Void, any Error> {
    Task(writes.add { [log] in await log.addLater(text) })
  }

  func finish() async throws {
    try await writes.add { [log] in
      await Task.yield()
      log.add("end")
    }.get()
  }
}

let operationPrograms: [Program] = [
  (
    "operations have the same results",
    {
      let operations = Operations()
      var lines = [await outcome("retried") { try await operations.retried() }]
      lines.append(await outcome("retried once") { try await operations.retriedOnce() })
      lines.append(await outcome("doubled") { try await operations.doubled([1, 2, 3]) })
      lines.append(await outcome("sum") { try await operations.sum([1, 2, 3]) })
      lines.append(await outcome("fastest") { try await operations.fastest() })
      lines.append(await outcome("first found") { try await operations.firstFound() })
      lines.append(await outcome("paused") { await operations.paused() })
      return lines
    }
  ),
  (
    "a queue keeps the order",
    {
      let journal = Journal()
      for text in ["a", "b", "c"] { _ = journal.write(text) }
      try await journal.finish()
      return journal.log.lines
    }
  ),
]
