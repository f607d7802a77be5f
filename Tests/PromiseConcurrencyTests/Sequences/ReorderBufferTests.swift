import PromiseTesting
import TestSupport
import Testing

@testable import PromiseConcurrency

/// Which output of a buffer settles with which promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ReorderBufferTests {
  private let pending = (0..<3).map { _ in Promise<Int>.pending() }

  private func buffer(_ order: PromiseOrder) -> ReorderBuffer<Int> {
    let buffer = ReorderBuffer<Int>(order)
    for (promise, _) in pending { buffer.append(promise) }
    return buffer
  }

  /// Settles a promise, and returns the value of the first output if that has settled.
  private func settle(_ number: Int, _ buffer: ReorderBuffer<Int>) -> Int? {
    pending[number].resolver.fulfill(number)
    return buffer.first?.value
  }

  @Test func `in the order of the input, each output waits for its own promise`() {
    let buffer = buffer(.input)
    #expect([1, 2, 0].map { settle($0, buffer) } == [nil, nil, 0])
    var delivered: [Int?] = []
    while let first = buffer.first {
      delivered.append(first.value)
      buffer.removeFirst()
    }
    #expect(delivered == [0, 1, 2] && buffer.count == 0)
  }

  @Test func `in the order of completion, the next output settles with whichever promise is first`() {
    let buffer = buffer(.completion)
    #expect([1, 2].map { settle($0, buffer) } == [1, 1])
    buffer.removeFirst()
    #expect(buffer.first?.value == 2 && buffer.count == 2)
    buffer.removeFirst()
    #expect(buffer.first?.isPending == true)
    #expect(settle(0, buffer) == 0)
  }

  @Test(arguments: [PromiseOrder.input, .completion])
  func `an output is rejected with the error of its promise`(_ order: PromiseOrder) {
    let buffer = buffer(order)
    pending[0].resolver.reject(TestError.one)
    #expect(buffer.first?.error as? TestError == .one)
    buffer.stop()
  }

  @Test(arguments: [PromiseOrder.input, .completion])
  func `stopping cancels the promises that are pending, and discards the outputs`(_ order: PromiseOrder) {
    let buffer = buffer(order)
    let first = buffer.first
    _ = settle(1, buffer)
    buffer.stop()
    #expect(pending.map(\.resolver.isCancelled) == [true, false, true])
    #expect(buffer.count == 0 && buffer.first == nil)
    #expect(first?.isCancelled == (order == .input))
  }

  @Test func `a promise that a stopped buffer has canceled settles nothing`() {
    let buffer = buffer(.completion)
    buffer.stop()
    #expect(buffer.output(awaiting: 0) == nil && buffer.first == nil)
  }

  @Test func `an output knows which promise it waits for`() {
    let (input, completion) = (ReorderBuffer<Int>(.input), ReorderBuffer<Int>(.completion))
    for buffer in [input, completion] { for (promise, _) in pending { buffer.append(promise.map(on: nil) { $0 }) } }
    #expect(completion.output(awaiting: 2) === completion.first)
    #expect(input.output(awaiting: 0) === input.first && input.output(awaiting: 2) !== input.first)
    for buffer in [input, completion] { buffer.stop() }
  }
}
