import Dispatch
import PromiseCore
import TestSupport
import Testing

/// Counters and flags that threads share.
@Suite(.sharingProcessors) struct AtomicIntegerTests {
  @Test func `counters and once-flags are atomic across threads`() {
    let counter = Counter()
    let flag = OnceFlag()
    let claims = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<many(20_000) { counter.next() }
      if flag.claim() { claims.next() }
    }
    #expect(counter.value == 8 * many(20_000))
    #expect(claims.value == 1 && flag.isClaimed)
  }
}
