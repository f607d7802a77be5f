// Time that stands still until it is moved: an hour of retries in no time.
//
// In a test, `.promises(time: .manual)` does this for code that knows nothing of it. Code that takes a clock can be given
// one anywhere.
import PromiseTesting
import Synchronization

struct Offline: Error {}

/// When somebody tried.
final class Attempts: Sendable {
  private let storage = Mutex<[Duration]>([])

  var times: [Duration] { storage.withLock { $0 } }

  func note(_ time: Duration) { storage.withLock { $0.append(time) } }
}

func anHour() async throws {
  let clock = ManualClock()
  let attempts = Attempts()
  let answer = retry(
    attempts: 12, delay: .exponential(initial: 1, factor: 2, maximum: 4_000, jitter: 0).measured(by: clock)
  ) { () -> Promise<String> in
    attempts.note(clock.now.offset)
    return clock.now.offset < .seconds(2_000) ? Promise(error: Offline()) : .value("hello")
  }
  await clock.advance(by: .seconds(3_600))
  print("attempts at \(attempts.times.map { Int($0 / .seconds(1)) })")
  print(try await answer.get())
}

try await anHour()
