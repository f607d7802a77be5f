import Dispatch
import PromiseTesting
import Synchronization
import Testing

private let serial = (0..<4).map { DispatchQueue(label: "crowd \($0)") }
private let concurrent = DispatchQueue(label: "crowd", attributes: .concurrent)

/// What each test of the crowd does, on queues that they all share.
private func work(_ number: Int) -> Promise<[Int]> {
  let queue = serial[number % serial.count]
  let chain = Promise.value(number).map(on: queue) { $0 + 1 }.then(on: .global()) { Promise.value($0 + 1) }
  let timer = after(.milliseconds(number % 20)).map(on: queue) { number + 2 }
  let task = Promise<Int> {
    await Task.yield()
    return number + 2
  }
  let called = Promise<Int> { resolver in
    concurrent.async { queue.async { resolver.fulfill(number + 2) } }
  }
  let late = Promise.value(number).map { $0 + 2 }
  return when(fulfilled: [chain, Promise(timer), task, called, late])
}

/// Waits for it as most do.
func takePart(_ number: Int) async throws {
  #expect(try await work(number).get() == Array(repeating: number + 2, count: 5))
}

/// Waits for it on its thread. There are more such tests than cores.
func takePartAndBlock(_ number: Int) {
  let all = work(number)
  #expect(waitForPromises(timeout: 15))
  #expect(all.value == Array(repeating: number + 2, count: 5))
}

/// Keeps something until the process ends.
func keep(_ something: any Sendable) { kept.withLock { $0.append(something) } }

private let kept = Mutex<[any Sendable]>([])
