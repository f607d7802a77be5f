// Runs an hour of retries instantly, in virtual time.
//
// In tests, `.promises(time: .manual)` does this for code that does not take a clock. Code that takes a clock can use a
// manual clock anywhere.
import PromiseTesting

struct Offline: Error {}

@MainActor @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
func anHour() async throws {
  let clock = ManualClock()
  var attempts: [Duration] = []
  let answer = retry(
    attempts: 12, delay: .exponential(initial: 1, factor: 2, maximum: 4_000, jitter: 0).measured(by: clock)
  ) { () -> Promise<String> in
    attempts.append(clock.now.offset)
    return clock.now.offset < .seconds(2_000) ? Promise(error: Offline()) : .value("hello")
  }
  await clock.advance(by: .seconds(3_600))
  print("attempts at \(attempts.map { Int($0 / .seconds(1)) })")
  print(try await answer.get())
}

if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { try await anHour() }
