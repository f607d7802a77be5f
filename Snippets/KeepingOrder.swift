// First in, first out, from synchronous code on any thread; and what becomes of the order with `Task { … }`.

import Foundation
import PromiseConcurrency
import Synchronization

/// Takes notes of what arrives, and counts what arrives before something that the same thread had sent earlier.
final class Mailbox: Sendable {
  private let state = Mutex((latest: [Int: Int](), arrived: 0, overtaken: 0))

  func receive(_ number: Int, from thread: Int) {
    state.withLock { state in
      state.arrived += 1
      if number < state.latest[thread, default: -1] { state.overtaken += 1 }
      state.latest[thread] = max(number, state.latest[thread, default: -1])
    }
  }

  var count: Int { state.withLock { $0.arrived } }

  var summary: String {
    state.withLock { state in
      let percent = Double(state.overtaken * 1000 / max(state.arrived, 1)) / 10
      return "\(state.arrived) arrived, \(state.overtaken) of them late (\(percent) %)"
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
while unordered.count < 100_000 { try await Task.sleep(for: .milliseconds(1)) }
print("Task { … }:  ", unordered.summary)
