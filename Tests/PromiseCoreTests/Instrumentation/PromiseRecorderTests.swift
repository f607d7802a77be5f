import CPromiseCore
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import PromiseCore

/// Keeps what it is told, in words.
private final class Recorder: PromiseRecorder {
  let isInterested: Bool
  private let state = Lock((count: 0, alive: [ObjectIdentifier: Int](), events: [String]()))

  init(isInterested: Bool = true) { self.isInterested = isInterested }

  var events: [String] { state.withLock { $0.events } }

  func promiseCreated(_ promise: AnyPromise) -> Bool {
    guard isInterested else { return false }
    state.withLock { state in
      state.alive[promise.id] = state.count
      state.count += 1
    }
    return true
  }

  func promiseDeallocated(_ promise: AnyPromise) {
    state.withLock { state in
      let index = state.alive.removeValue(forKey: promise.id).map { "\($0)" } ?? "unknown"
      state.events.append("\(index) deallocated")
    }
  }

  func record(_ event: ProducerEvent, of promise: AnyPromise) {
    state.withLock { state in
      let index = state.alive[promise.id].map { "\($0)" } ?? "unknown"
      state.events.append("\(index) \(Self.name(event))")
    }
  }

  private static func name(_ event: ProducerEvent) -> String {
    switch event {
    case .resolverHandedOut: "handed out"
    case .unowned: "unowned"
    case .task: "task"
    case .queuedTask: "queued task"
    case .successor: "successor"
    case .timer(let delay, let source): "timer of \(delay.nanoseconds) ns\(source == nil ? "" : " of a source")"
    case .handlerEnqueued: "handler enqueued"
    case .handlerStarted: "handler started"
    case .handlerReturned: "handler returned"
    case .attempt(let number, let retries, let isRunning): "attempt \(number) of 1 + \(retries), \(isRunning)"
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
    #expect(recorder.events == ["0 handed out", "0 deallocated"])
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
    #expect(recorder.events == ["0 unowned", "0 deallocated"])
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
