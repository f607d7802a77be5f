// Iterates over promises as an asynchronous sequence, in the order of completion.

import Dispatch
import PromiseConcurrency

let promises = [30, 10, 20].map { number in
  after(.milliseconds(number)).map { number }
}

for try await number in promises.inCompletionOrder {
  print(number)
}
