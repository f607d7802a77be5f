// Compares the order in which `PromiseQueue` and `Task { … }` run work that synchronous code adds from several threads.

import Foundation
import PromiseConcurrency

/// Counts all messages, and those that arrive after a later message from the same thread.
final class Mailbox: @unchecked Sendable {
  // Guarded by the lock.
  private var latest: [Int: Int] = [:]
  private var arrived = 0
  private var overtaken = 0
  private let lock = NSLock()

  func receive(_ number: Int, from thread: Int) {
    lock.withLock {
      arrived += 1
      if number < latest[thread, default: -1] { overtaken += 1 }
      latest[thread] = max(number, latest[thread, default: -1])
    }
  }

  var count: Int { lock.withLock { arrived } }

  var summary: String {
    lock.withLock {
      let percent = Double(overtaken * 1000 / max(arrived, 1)) / 10
      return "\(arrived) arrived, \(overtaken) of them out of order (\(percent) %)"
    }
  }
}

/// Sends 100,000 numbers from eight threads.
@Sendable func send(_ deliver: @escaping @Sendable (_ number: Int, _ thread: Int) -> Void) async throws {
  let threads = (0..<8).map { thread in
    wrap { done in
      Thread.detachNewThread {
        for number in 0..<12_500 { deliver(number, thread) }
        done()
      }
    }
  }
  try await when(fulfilled: threads).get()
}

let ordered = Mailbox()
let queue = PromiseQueue()
try await send { number, thread in
  queue.add { ordered.receive(number, from: thread) }
}
try await queue.add {}.get()
print("PromiseQueue:", ordered.summary)

let unordered = Mailbox()
try await send { number, thread in
  Task { unordered.receive(number, from: thread) }
}
while unordered.count < 100_000 { try await Task.sleep(nanoseconds: 1_000_000) }
print("Task { … }:  ", unordered.summary)
