// Retries an operation, with a time limit for all attempts. Run it with `swift run Retrying`.
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
  .timeout(seconds: 10)  // cancels the current attempt or delay when it fires
print(try await answer.get())

// Prints all outcomes, whether fulfilled or rejected, and then the value of the first promise that is fulfilled.
let mirrors = [
  Promise<String>(error: Unavailable()), after(.milliseconds(10)).map(on: nil) { "mirror" }.timeout(seconds: 5),
]
for result in await when(resolved: mirrors).get() { print(result) }
print(try await race(fulfilled: mirrors).get())
