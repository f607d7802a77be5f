// Ends a program when its background promises have settled, or after ten seconds.

import Dispatch
import PromiseScoping

let queue = DispatchQueue(label: "mail")

/// Sends a mail in the background. No other code waits for it.
func send(_ mail: String) {
  after(seconds: 0.1).done(on: queue) { print("sent \(mail)") }
}

for number in 1...3 { send("mail \(number)") }
print("\(PendingPromises.count) promises are pending")

// A server does this after it has stopped accepting requests.
let left = await PendingPromises.drain(timeout: 10)
if left > 0 { print("exiting with \(left) pending promises") }
