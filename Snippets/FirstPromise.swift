// Creates a promise, chains handlers, and awaits the result.

import Dispatch
import PromiseConcurrency

let greeting = DispatchQueue.global().async(.promise) { "hello" }
  .map { $0.uppercased() }
  .then { text in after(seconds: 0.01).map { "\(text), world" } }

print(await greeting.get())
