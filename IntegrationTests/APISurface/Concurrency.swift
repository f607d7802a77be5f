// Calls every declaration of PromiseConcurrency. See Core.swift.
import PromiseConcurrency

func load(_ number: Int) async throws -> Int { number }
func sure(_ number: Int) async -> Int { number }
func stream() -> AsyncStream<Int> { AsyncStream { $0.finish() } }

func awaiting() async throws {
  use(try await promise().get(), try await promise().get(cancellation: .forward))
  use(await guarantee().get(), await guarantee().get(cancellation: CancellationPolicy.leave))
  use(CancellationPolicy.default)
  use(try await promise().get(timeout: .seconds(1), losers: .spare, cancellation: .leave))
  use(try await promise().get(timeout: .seconds(1)))
  use(await promise().getResult(), await guarantee().getResult(cancellation: .forward))
  use(try await guarantee().get(timeout: 1), try await guarantee().get(timeout: .seconds(1), losers: .spare))
  use(try await withResolver(of: Int.self) { $0.fulfill(1) })
}

func tasks() async throws {
  use(Promise(name: "a", priority: .low) { try await load(1) }, Guarantee(name: "a", priority: .low) { await sure(1) })
  use(Promise(Task { try await load(1) }), Guarantee(Task { await sure(1) }))
  use(Task(promise(), name: "a", priority: .low), Task(guarantee(), name: "a", priority: .low))
  await withTaskGroup(of: Int.self) { $0.addPromise(guarantee(), cancellation: .forward) }
  await withThrowingTaskGroup(of: Int.self) { $0.addPromise(promise(), cancellation: .forward) }
  use(try await withCheckedThrowingContinuation { $0.resume(with: promise()) })
  use(await withCheckedContinuation { $0.resume(with: guarantee()) })
  use(try await withUnsafeThrowingContinuation { $0.resume(with: promise()) })
  use(await withUnsafeContinuation { $0.resume(with: guarantee()) })
}

func asyncOperators() {
  use(promise().map { try await load($0) }, promise().compactMap { try await Int?.some(load($0)) })
  use(promise().get { _ = try await load($0) }, promise().done { _ = try await load($0) })
  use(promise().validate { try await load($0) > 0 }, promise().ensure { _ = await sure(1) })
  use(promises().thenMap { try await load($0) }, promise().reduce([1]) { try await load($0 + $1) })
  use(promise().catch { _ in _ = await sure(1) }, promise().recover { _ in try await load(1) })
  use(promise().recover(only: Failed.self) { _ in try await load(1) })
  use(guarantee().map { await sure($0) }, guarantee().get { _ = await sure($0) })
  use(guarantee().done { _ = await sure($0) }, guarantee().ensure { _ = await sure(1) })
  use(retry(attempts: 1, delay: 1, condition: { _, _ in true }) { try await load(1) })
  use(until(interval: 1) { try await load(1) > 0 })
}

func sequences() async throws {
  use([promise()].inInputOrder, [promise()].inCompletionOrder)
  use([1].concurrentMap(maxConcurrent: 1, order: .completion) { try await load($0) })
  use([1].concurrentMap(maxConcurrent: 1, order: PromiseOrder.input) { promise($0) })
  use(stream().concurrentMap(maxConcurrent: 1) { try await load($0) })
  use(stream().concurrentMap(maxConcurrent: 1) { promise($0) })
  use(poll(interval: 1, until: { $0 > 0 }) { try await load(1) }, poll(interval: 1) { promise() })
  use(Promise(collecting: stream()), Promise(first: stream()), Promise(first: stream(), where: { $0 > 0 }))
  use(Promise(last: stream()), Promise(reducing: stream(), 0) { $0 + $1 }, Promise(forEach: stream()) { print($0) })
  let numbers: PromiseSequence<Int> = [promise()].inInputOrder
  var iterator: PromiseSequence<Int>.Iterator = numbers.makeAsyncIterator()
  use(try await iterator.next(), try await iterator.next(isolation: nil))
  for await snapshot in promise().progress.updates { print(snapshot) }
}

func queues() {
  let queue = PromiseQueue(maxConcurrent: 1, maxWaiting: 1)
  use(queue.add(name: "a", priority: .low) { try await load(1) }, queue.add { promise() }, queue.unfinishedCount)
  queue.cancelAll()
}
