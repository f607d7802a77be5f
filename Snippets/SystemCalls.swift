// Waits for a notification and for processes.

import Foundation
import PromiseFoundation

let opened = Notification.Name("opened")
let first = NotificationCenter.default.observe(once: opened)
NotificationCenter.default.post(name: opened, object: nil, userInfo: ["what": "the door"])
print("opened:", try await first.get().value(for: "what", as: String.self) ?? "nothing")

func shell(_ command: String) -> Promise<ProcessOutput> {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", command]
  return process.launch(.promise)
}

print("output:", try await shell("printf hello").get().text)

// A status other than 0 is an error.
if case .failure(let error) = await shell("echo 'no such user' >&2; exit 3").getResult() { print(error) }

// The time limit terminates the process.
if case .failure(let error) = await shell("exec sleep 60").timeout(seconds: 0.1).getResult() { print(error) }
