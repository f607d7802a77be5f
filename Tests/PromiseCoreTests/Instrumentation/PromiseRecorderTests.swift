import CPromiseCore
import Dispatch
import Foundation
import PromiseConcurrency
import TestSupport
import Testing

@testable import PromiseCore

/// Keeps what it is told, in words.
private final class Recorder: PromiseRecorder {
  let isInterested: Bool
  private let state = Lock((count: 0, events: [String]()))

  private let reaction: @Sendable (String) -> Void

  init(isInterested: Bool = true, _ reaction: @escaping @Sendable (String) -> Void = { _ in }) {
    self.isInterested = isInterested
    self.reaction = reaction
  }

  var events: [String] { state.withLock { $0.events } }

  func promiseCreated(_ promise: AnyPromise, isPending: Bool) {
    guard isInterested else { return }
    let index = state.withLock { state in
      defer { state.count += 1 }
      return state.count
    }
    if !isPending { add("\(index) created settled") }
    promise.setRecord(Record(index: index, recorder: self))
  }

  func add(_ event: String) {
    state.withLock { $0.events.append(event) }
    reaction(event)
  }
}

/// Tells its recorder what happens to one promise.
private final class Record: PromiseRecord {
  let index: Int
  private let recorder: Recorder

  init(index: Int, recorder: Recorder) {
    self.index = index
    self.recorder = recorder
  }

  private func add(_ event: String) { recorder.add("\(index) \(event)") }

  func promiseDeallocated() { add("deallocated") }
  func promiseSettled(_ promise: AnyPromise, after awaited: () -> [AnyPromise]) {
    let sources = awaited().map { ($0.record as? Record).map { "\($0.index)" } ?? "unknown" }.sorted()
    let outcome = promise.isFulfilled ? "fulfilled" : promise.isRejected ? "rejected" : "abandoned"
    add(([outcome] + (sources.isEmpty ? [] : ["after"]) + sources).joined(separator: " "))
  }
  func handlerEnqueued(on executor: HandlerExecutor) { add("handler enqueued") }
  func handlerStarted(on executor: HandlerExecutor) { add("handler started") }
  func handlerReturned() { add("handler returned") }
  func record(_ event: PromiseEvent, of promise: AnyPromise) { add(Self.name(event)) }

  private static func name(_ event: PromiseEvent) -> String {
    switch event {
    case .resolverHandedOut: "handed out"
    case .unowned: "unowned"
    case .task: "task"
    case .queuedTask: "queued task"
    case .successor: "successor"
    case .timer(let delay, let source): "timer of \(delay.nanoseconds) ns\(source == nil ? "" : " of a source")"
    case .attempt(let number, let retries, let isRunning): "attempt \(number) of 1 + \(retries), \(isRunning)"
    case .waitBegan: "wait began"
    case .waitEnded: "wait ended"
    case .contradicted(let error): "contradicted by \(error == nil ? "a value" : "an error")"
    }
  }
}

/// What the engine tells the recorder of a context.
@Suite(.sharingProcessors) struct PromiseRecorderTests {
  /// Runs `body` in a context with a recorder.
  private func recording(isInterested: Bool = true, _ body: () throws -> Void) rethrows -> Recorder {
    let recorder = Recorder(isInterested: isInterested)
    try PromiseContext.$current.withValue(PromiseContext(recorder: recorder), operation: body)
    return recorder
  }

  @Test func `a resolver is handed out, and a promise is deallocated`() {
    let recorder = recording {
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      withExtendedLifetime(promise) {}
    }
    #expect(recorder.events == ["0 handed out", "0 fulfilled", "0 deallocated"])
  }

  @Test func `a handler is enqueued, runs, and returns a promise that settles the first one`() {
    let queue = DispatchQueue(label: "handlers")
    let (inner, innerResolver) = silently { Promise<Int>.pending() }
    let recorder = recording {
      let promise = Promise.value(1).then(on: queue) { _ in inner }
      queue.sync {}
      withExtendedLifetime(promise) {}
    }
    #expect(
      recorder.events.filter { $0.hasPrefix("1 handler") }.map { $0.dropFirst(2) } == [
        "handler enqueued", "handler started", "handler returned",
      ])
    innerResolver.fulfill(2)
  }

  @Test func `a promise tells what it was waiting for when it settles`() {
    let recorder = recording {
      let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())
      let sum = when(fulfilled: first.promise, second.promise).map(on: nil) { $0 + $1 }
      let adopted = sum.then(on: nil) { Promise.value($0) }
      first.resolver.fulfill(1)
      second.resolver.fulfill(2)
      withExtendedLifetime(adopted) {}
    }
    let settlements = recorder.events.filter { $0.contains("fulfilled") || $0.contains("created settled") }
    #expect(
      settlements == [
        "0 fulfilled", "1 fulfilled", "2 fulfilled after 0 1", "3 fulfilled after 2", "5 created settled",
        "4 fulfilled after 3",
      ])
  }

  @Test func `a wait tells when it begins and when it ends`() async throws {
    // Another thread could settle the promise before the wait begins, or tell so only after the wait has ended.
    let answer = Lock<Resolver<Int>?>(nil)
    let recorder = Recorder { event in
      if event == "0 wait began" { answer.withLock { $0.take() }?.fulfill(1) }
    }
    try await PromiseContext.$current.withValue(PromiseContext(recorder: recorder)) {
      let (promise, resolver) = Promise<Int>.pending()
      answer.withLock { $0 = resolver }
      _ = try await promise.get()
    }
    let events = recorder.events.filter { $0.contains("wait") || $0.contains("fulfilled") }
    #expect(events == ["0 wait began", "0 fulfilled", "0 wait ended"])
  }

  @Test(arguments: [false, true])
  func `a second answer is told if it contradicts the first one`(_ isFulfilledFirst: Bool) {
    let recorder = recording {
      let (promise, resolver) = Promise<Int>.pending()
      if isFulfilledFirst { resolver.fulfill(1) } else { resolver.reject(TestError.one) }
      resolver.fulfill(2)
      resolver.resolve(3, nil)
      resolver.resolve(.success(4))
      resolver.reject(TestError.two)
      resolver.resolve(Result<Int, TestError>.failure(.two))
      resolver.resolve(TestError.two, nil)
      resolver.reject(CancellationError())
      withExtendedLifetime(promise.recover(on: nil) { _ in .value(0) }) {}
    }
    let answer = "0 contradicted by \(isFulfilledFirst ? "an error" : "a value")"
    #expect(recorder.events.filter { $0.contains("contradicted") } == Array(repeating: answer, count: 3))
  }

  @Test func `an answer after a cancellation contradicts nothing`() {
    let recorder = recording {
      let (promise, resolver) = Promise<Int>.pending()
      promise.cancel()
      resolver.fulfill(1)
      resolver.reject(TestError.one)
    }
    #expect(!recorder.events.contains { $0.contains("contradicted") })
  }

  @Test func `a timer tells its delay`() {
    let recorder = recording { withExtendedLifetime(after(seconds: 1_000)) {} }
    #expect(recorder.events.first == "0 timer of 1000000000000 ns")
  }

  @Test func `a retry tells its attempts`() {
    let recorder = recording {
      let promise = retry(on: nil, attempts: 1, delay: 1_000) { Promise<Int>(error: TestError.one) }
      promise.cancel()
    }
    #expect(
      recorder.events.filter { $0.contains("attempt") }.map { $0.drop { $0 != "a" } } == [
        "attempt 1 of 1 + 1, true", "attempt 2 of 1 + 1, false",
      ])
  }

  @Test func `a promise that code settles by a reference to it is unowned`() {
    let recorder = recording {
      let promise = Promise<Int>(site: CreationSite(#fileID, #line), context: .ofNewPromise())
      promise.any.markUnowned()
      promise.settle(.success(1))
    }
    #expect(recorder.events == ["0 unowned", "0 fulfilled", "0 deallocated"])
  }

  @Test func `a recorder that is not interested in a promise is told nothing of it`() {
    let recorder = recording(isInterested: false) {
      let (promise, resolver) = Promise<Int>.pending()
      #expect(!promise.any.isRecorded)
      resolver.fulfill(1)
    }
    #expect(recorder.events.isEmpty)
  }

  @Test func `without a recorder, promises are not recorded`() {
    PromiseContext.$current.withValue(PromiseContext()) {
      let (promise, resolver) = Promise<Int>.pending()
      #expect(promise.context != nil && !promise.any.isRecorded)
      resolver.fulfill(1)
    }
  }

  @Test func `a program that asks for tracing and does not link PromiseTracing is told so`() async {
    await #expect(processExitsWith: .success) { try MissingModule.isReported() }
  }
}

/// What the process of the last test runs.
private enum MissingModule {
  static func isReported() throws {
    var linked = ProcessRecorder()
    #expect(linked.current() != nil && linked.current() === linked.current())
    var recorder = ProcessRecorder()
    promise_core_set_recorder_factory(nil)
    unsetenv("PROMISES_TRACE")
    #expect(try standardError { recorder.current() }.isEmpty)
    setenv("PROMISES_TRACE", "1", 1)
    let text = try standardError { recorder.current() }
    #expect(text.hasPrefix("PROMISES_TRACE is set, but nothing is traced") && text.hasSuffix("unset the variable.\n"))
    #expect(try standardError { recorder.current() }.isEmpty)
    // The program loads its tests, and PromiseTracing with them.
    promise_core_set_recorder_factory { Unmanaged.passRetained(RecorderBox(Recorder())).toOpaque() }
    #expect(recorder.current() != nil)
  }

  /// Returns what `body`, which finds no recorder, writes to standard error.
  private static func standardError(_ body: () -> (any PromiseRecorder)?) throws -> String {
    let pipe = Pipe()
    let original = dup(STDERR_FILENO)
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    defer { close(original) }
    #expect(body() == nil)
    dup2(original, STDERR_FILENO)
    try pipe.fileHandleForWriting.close()
    return try String(decoding: pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}
