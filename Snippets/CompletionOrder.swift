// Promises as an asynchronous sequence: each value as soon as it is there.

import Dispatch
import PromiseConcurrency

let promises = [30, 10, 20].map { number in
  after(.milliseconds(number)).map { number }
}

for try await number in promises.inCompletionOrder {
  print(number)
}
