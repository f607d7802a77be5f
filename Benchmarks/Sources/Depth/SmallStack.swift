import Foundation

/// Runs `body` on a thread with a stack of 512 KiB, and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let finished = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    finished.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  finished.wait()
}
