import Dispatch
import PromiseTesting
import Testing

/// A body that cannot be ended goes on after its time limit. That is said meanwhile, as the issue may be long in coming.
struct EndlessTests {
  @Test(.promises(timeLimit: .seconds(1))) func goesOnAfterItsTimeLimit() {
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 6) { semaphore.signal() }
    semaphore.wait()
  }
}
