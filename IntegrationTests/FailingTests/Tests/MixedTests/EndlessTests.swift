import Dispatch
import PromiseTesting
import Testing

/// A body that cannot be canceled continues after its time limit. Standard error says so, because Swift Testing may print
/// the issue only much later.
struct EndlessTests {
  @Test(.promises(timeLimit: .seconds(1))) func `a body that cannot be canceled exceeds its time limit`() {
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 6) { semaphore.signal() }
    semaphore.wait()
  }
}
