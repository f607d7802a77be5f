// Also tests: JobQueueKey.

import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct ShuffledJobQueuesTests {
  final class SerialExecutor: Sendable {
    var key: JobQueueKey { .serial(ObjectIdentifier(self)) }
  }

  private func order(seed: Int, _ jobs: [(String, JobQueueKey)]) -> [String] {
    var queues = ShuffledJobQueues<String>(seed: seed)
    for (job, key) in jobs { queues.append(job, to: key) }
    var order: [String] = []
    while let job = queues.popNext() { order.append(job) }
    return order
  }

  @Test func `an empty queue has no next job`() {
    var queues = ShuffledJobQueues<String>(seed: 1)
    #expect(queues.isEmpty)
    #expect(queues.popNext() == nil)
  }

  @Test(arguments: 0..<50) func `a serial executor keeps the order of its jobs`(_ seed: Int) {
    let (one, other) = (SerialExecutor(), SerialExecutor())
    let keys = [JobQueueKey.main, one.key, other.key]
    let jobs = (0..<30).map { ("\($0 % 3).\($0 / 3)", keys[$0 % 3]) }
    let order = order(seed: seed, jobs)
    for key in 0..<3 {
      #expect(order.filter { $0.hasPrefix("\(key).") } == (0..<10).map { "\(key).\($0)" })
    }
    #expect(order.count == 30)
  }

  @Test func `the same seed gives the same order`() {
    let jobs = (0..<20).map { ("\($0)", JobQueueKey.independent) }
    for seed in [0, 1, -1, Int.max, Int.min] { #expect(order(seed: seed, jobs) == order(seed: seed, jobs)) }
    #expect(Set((0..<50).map { order(seed: $0, jobs) }).count == 50)
  }

  @Test func `seeds reach every order`() {
    // Three queues of two jobs each can be merged in 6! / 2³ = 90 ways.
    let executors = (0..<3).map { _ in SerialExecutor() }
    let jobs = (0..<6).map { ("\($0)", executors[$0 / 2].key) }
    #expect(Set((0..<5_000).map { order(seed: $0, jobs) }).count == 90)
  }

  @Test func `some seeds keep one executor waiting until no other job is left`() {
    let (slow, quick) = (SerialExecutor(), SerialExecutor())
    let found = (0..<20).contains { seed in
      var queues = ShuffledJobQueues<String>(seed: seed)
      queues.append("slow", to: slow.key)
      for step in 0..<50 {
        // Each job of the quick executor is enqueued after the previous one has run.
        queues.append("\(step)", to: quick.key)
        if queues.popNext() == "slow" { return false }
      }
      return true
    }
    #expect(found)
  }

  @Test func `a queue that became empty can be filled again`() {
    for seed in 0..<20 {
      var queues = ShuffledJobQueues<Int>(seed: seed)
      for job in 0..<5 {
        queues.append(job, to: .main)
        #expect(queues.popNext() == job)
        #expect(queues.isEmpty)
      }
    }
  }

  @Test func `the generator returns the numbers of SplitMix64`() {
    // The reference implementation returns these numbers for the seed 1234567.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
