// Trying again, with a time limit for the whole. Run it with `swift run Retrying`.
import Dispatch
import PromiseConcurrency

struct Unavailable: Error {}

var calls = 0

@MainActor func fetch() -> Promise<String> {
  calls += 1
  print("call \(calls)")
  return calls < 3 ? Promise(error: Unavailable()) : Promise.value("here it is")
}

let answer = retry(attempts: 5, delay: .exponential(initial: 0.01, maximum: 1)) { fetch() }
  .timeout(seconds: 10)  // what comes too late is cancelled, the attempt and the wait alike
print(try await answer.get())

// All of them, one way or the other; and the first that succeeds.
let mirrors = [
  Promise<String>(error: Unavailable()), after(.milliseconds(10)).map(on: nil) { "mirror" }.timeout(seconds: 5),
]
for result in await when(resolved: mirrors).get() { print(result) }
print(try await race(fulfilled: mirrors).get())
