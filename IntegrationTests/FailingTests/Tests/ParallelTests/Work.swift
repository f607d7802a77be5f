import Dispatch
import PromiseTesting
import Synchronization
import Testing

private let serial = (0..<4).map { DispatchQueue(label: "serial \($0)") }
private let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)

/// The work of each test, on queues that all tests share.
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

/// Awaits the work.
func awaitWork(_ number: Int) async throws {
  #expect(try await work(number).get() == Array(repeating: number + 2, count: 5))
}

/// Blocks the thread until the work has finished. There are more such tests than cores.
func blockOnWork(_ number: Int) {
  let all = work(number)
  #expect(waitForPromises(timeout: 15))
  #expect(all.value == Array(repeating: number + 2, count: 5))
}

/// Retains a value until the process exits.
func keep(_ value: any Sendable) { kept.withLock { $0.append(value) } }

private let kept = Mutex<[any Sendable]>([])
