import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary: inspecting, waiting and configuring.
@Suite(.sharingProcessors) struct VocabularyInspection {
  private let one = Promise.value(1)
  private var failed: Promise<Int> { Promise(error: AppError.offline) }
  private let three = Guarantee.value(3)

  // MARK: isPending, isSettled, isFulfilled, isRejected, isCancelled, value, error, result, description

  @Test func `the state, the outcome and the description of a promise are available at any time`() throws {
    let (pending, resolver) = Promise<Int>.pending()
    #expect(pending.isPending && !pending.isSettled && pending.result == nil)
    #expect(pending.value == nil && pending.error == nil && "\(pending)" == "Promise(…Int)")
    resolver.fulfill(1)
    #expect(pending.isSettled && pending.isFulfilled && !pending.isRejected)
    #expect(try pending.result?.get() == 1 && pending.description == "Promise(1)")
    let failed = failed
    #expect(failed.isRejected && failed.error as? AppError == .offline && "\(failed)" == "Promise(offline)")
    if case .failure(let error)? = failed.result { #expect(error as? AppError == .offline) }
    #expect(three.isFulfilled && three.value == 3 && !three.isPending && "\(three)" == "Guarantee(3)")
    #expect(one.debugDescription.hasPrefix("Promise<Int>.fulfilled(1) at "))
    #expect(three.debugDescription.hasPrefix("Guarantee<Int>.fulfilled(3) at "))
    func look(at source: some Thenable<Int>) -> Int? { source.isRejected || source.isPending ? nil : source.value }
    #expect(look(at: one) == 1 && look(at: three) == 3 && look(at: failed) == nil && look(at: Ticket(4)) == 4)
    #expect(Ticket(4).isFulfilled && Ticket<Int>(failing: UserLeft()).isCancelled)
  }

  // MARK: wait()

  @Test func `wait blocks the thread and returns the value or throws the error`() throws {
    // In synchronous code, `wait` blocks the thread.
    let worked = worker.async(.promise) { try parse("5") }
    #expect(try worked.wait() == 5)
    #expect(throws: AppError.offline) { try failed.wait() }
    #expect(three.wait() == 3)
    try one.asVoid().wait()
    try one.done(on: worker) { _ in }.wait()
    func valueOf<Source: Thenable<Int>>(_ source: Source) throws -> Int {
      try source.promise.wait()
    }
    #expect(try valueOf(one.map(on: worker) { $0 + 1 }) == 2)
  }

  // MARK: DispatchQueue.promises, withPromiseQueue(_:) { … }

  @Test func `withPromiseQueue sets the default queue for its closure`() async throws {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "queue of the chain")
    queue.setSpecific(key: key, value: "here")
    let label = withPromiseQueue(queue) { one.map { _ in DispatchQueue.getSpecific(key: key) } }
    #expect(try await label.get() == "here")
    let inline = withPromiseQueue(nil) { one.map { $0 + 1 } }
    #expect(inline.value == 2)
    let later = await withPromiseQueue(queue) {
      _ = await three.get()
      return one.map { _ in DispatchQueue.getSpecific(key: key) }
    }
    #expect(try await later.get() == "here")
    withPromiseQueue(queue) { #expect(DispatchQueue.promises === queue) }
    await #expect(throws: AppError.offline) {
      try await withPromiseQueue(queue) { () throws -> Promise<Int> in failed.map { $0 } }.get()
    }
  }

  @Test func `handlers run on the default queue of the program`() async {
    // The test needs its own process, because the default queue is global.
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "default")
      let key = DispatchSpecificKey<String>()
      queue.setSpecific(key: key, value: "here")
      DispatchQueue.promises = queue
      #expect(DispatchQueue.promises === queue)
      let label = Promise.value(1).map { _ in DispatchQueue.getSpecific(key: key) }
      #expect(await (try? label.get()) == "here")
    }
  }

  // MARK: PromiseDiagnostics.handler

  @Test func `the diagnostics handler receives every event`() async {
    // The test needs its own process, because the diagnostics handler is global.
    await #expect(processExitsWith: .success) {
      let notes = Notes()
      let previous = PromiseDiagnostics.handler
      PromiseDiagnostics.handler = { event in
        switch event {
        case .unhandledRejection(let error, let file, let line): notes.take("\(error) \(!file.isEmpty) \(line > 0)")
        case .abandonedPromise, .abandonedGuarantee: notes.take("abandoned")
        case .cauterized(let error, _, _): notes.take("cauterized \(error)")
        case .waitOnMainThread, .waitBlocksHandler: notes.take("waits")
        case .mainQueueDoesNotRun: notes.take("nothing runs the main queue")
        case .contradictoryOutcome: notes.take("contradictory")
        case .stillPending: notes.take("pending")
        }
      }
      _ = Promise<Int>(error: AppError.offline)
      _ = Promise<Int>.pending().promise
      _ = Guarantee<Int>.pending().guarantee
      Promise<Int>(error: AppError.notFound).cauterize()
      PromiseDiagnostics.handler = previous
      #expect(notes.lines == ["offline true true", "abandoned", "abandoned", "cauterized notFound"])
    }
  }

  // MARK: cancel(), onCancel, CancellableError, isCancelled, CatchPolicy

  @Test func `canceling a chain cancels its source, and skips error handlers by default`() async {
    let notes = Notes()
    let (start, resolver) = Promise<Int>.pending()
    resolver.onCancel { notes.take("stopped") }
    let chain = start.map { $0 + 1 }.done { _ in }
    chain.catch(on: nil) { _ in notes.take("never") }
    chain.catch(on: nil, policy: .allErrors) { error in notes.take("\(error.isCancelled)") }
    chain.cancel()
    #expect(chain.isCancelled && start.isCancelled && resolver.isCancelled)
    await #expect(throws: CancellationError.self) { try await chain.get() }
    let policy = CatchPolicy.allErrorsExceptCancellation
    Promise<Int>(error: PromiseError.cancelled).catch(on: nil, policy: policy) { _ in notes.take("never") }
    #expect(UserLeft().isCancelled && (UserLeft() as any Error).isCancelled && PromiseError.cancelled.isCancelled)
    #expect(CancellationError().isCancelled && !AppError.offline.isCancelled)
    #expect(Promise<Int>(error: UserLeft()).isCancelled && !one.isCancelled)
    let nap = after(seconds: 60)
    nap.cancel()
    #expect(nap.isFulfilled)
    #expect(notes.lines.sorted() == ["stopped", "true"])
  }
}
