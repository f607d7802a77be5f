import InteropSupport
import NIOCore
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests event loops as executors of handlers and tasks.
@Suite(.promises(timeLimit: .testLimit), .eventLoop) struct EventLoopTests {
  let eventLoop = EventLoopTrait.current!

  /// An actor with an event loop as its executor. Handlers written in it run on the event loop and use its state.
  actor Connection {
    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    private var bytes = 0

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func receive(_ promise: Promise<Int>) -> Promise<Int> {
      promise.map { count in
        self.eventLoop.preconditionInEventLoop()
        self.bytes += count
        return self.bytes
      }
    }

    func receiveInATask(_ count: Int) -> Promise<Int> {
      Promise {
        await Task.yield()
        self.eventLoop.preconditionInEventLoop()
        self.bytes += count
        return self.bytes
      }
    }

    func wait(for promise: Promise<Int>) async throws -> Bool {
      _ = try await promise.get()
      return eventLoop.inEventLoop
    }
  }

  @Test func `handlers in an actor on an event loop run on the event loop`() async throws {
    let connection = Connection(eventLoop)
    let (promise, resolver) = Promise<Int>.pending()
    let received = await connection.receive(promise)
    resolver.fulfill(1)
    #expect(try await received.get() == 1)
    #expect(try await connection.receive(.value(2)).get() == 3)
    #expect(try await connection.receiveInATask(3).get() == 6)
  }

  @Test func `an actor resumes on its event loop after awaiting a promise`() async throws {
    let connection = Connection(eventLoop)
    #expect(try await connection.wait(for: Promise { try await eventLoop.submit { 1 }.get() }))
  }

  @Test func `an inline handler runs on the event loop that settles the promise`() async throws {
    let eventLoopPromise = eventLoop.makePromise(of: Int.self)
    let promise = Promise { resolver in eventLoopPromise.futureResult.whenComplete { resolver.resolve($0) } }
    let isInLoop = promise.map(on: nil) { _ in eventLoop.inEventLoop }
    eventLoopPromise.succeed(1)
    #expect(try await isInLoop.get())
  }

  @Test func `a handler submits work to an event loop`() async throws {
    let promise = Promise.value(1)
    let isInLoop = promise.then(on: nil) { _ in Promise { try await eventLoop.submit { eventLoop.inEventLoop }.get() } }
    #expect(try await isInLoop.get())
  }

  @Test func `a wrapped task with an event loop as its preferred executor runs on it`() async throws {
    let executor = EventLoopTaskExecutor(eventLoop)
    let isInLoop = Promise(Task(executorPreference: executor) { eventLoop.inEventLoop })
    #expect(try await isInLoop.get())
  }

  @Test func `a task with an event loop as its preferred executor resumes on it`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task(executorPreference: EventLoopTaskExecutor(eventLoop)) {
      let value = try await promise.get()
      return eventLoop.inEventLoop ? value : nil
    }
    resolver.fulfill(1)
    #expect(try await task.value == 1)
  }
}

/// A task executor that runs its tasks on an event loop.
private final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
