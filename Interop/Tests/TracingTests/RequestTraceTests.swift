import Dispatch
import InMemoryLogging
import InMemoryTracing
import Instrumentation
import InteropSupport
import Logging
import PromiseConcurrency
import PromiseTesting
import ServiceContextModule
import Testing
import Tracing

/// Tests that the spans of one request belong to one trace, and that its log entries have its identifier, in handlers of
/// all kinds.
@Suite(.promises(timeLimit: .testLimit)) struct RequestTraceTests {
  private let tracer = InMemoryTracer()
  private let logs = InMemoryLogHandler()
  private let queue = DispatchQueue(label: "RequestTraceTests")
  private let connections = PromiseQueue(maxConcurrent: 2)

  // This is the recipe of README.
  init() { PromiseTaskLocals.register(ServiceContext.$current) }

  private enum RequestID: ServiceContextKey {
    typealias Value = String
  }

  /// A logger that adds the identifier of the request to each entry.
  private var logger: Logger {
    var handler = logs
    handler.metadataProvider = Logger.MetadataProvider {
      ServiceContext.current?[RequestID.self].map { ["request": "\($0)"] } ?? [:]
    }
    return Logger(label: "RequestTraceTests") { [handler] _ in handler }
  }

  /// Records a span, and logs its name.
  private func span(_ name: String) {
    tracer.withSpan(name) { _ in logger.info("\(name)") }
  }

  /// Calls a completion handler on another thread, as a library does that knows nothing of the request.
  private func callBack<Value: Sendable>(
    _ value: Value, _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) {
    let tracer = tracer
    DispatchQueue.global().async { tracer.withSpan("library") { _ in completion(value, nil) } }
  }

  private func fetch(_ value: Int) -> Promise<Int> { wrap { callBack(value, $0) } }

  /// One request: a chain with an operator of each kind.
  private func handle() -> Promise<Int> {
    let attempts = Log<Int>()
    let first = fetch(1)
      .map(on: queue) { (value: Int) -> Int in
        span("map on a queue")
        return value
      }
      .get(on: nil) { _ in span("get inline") }
      .compactMap { (value: Int) -> Int? in
        span("compactMap")
        return value
      }
      .validate { _ in
        span("validate")
        return true
      }
    let second = first.then { (value: Int) -> Promise<Int> in
      tracer.withSpan("then") { _ in
        fetch(value).map { (value: Int) -> Int in
          span("map in then")
          return value
        }
      }
    }
    let third = second.then { (value: Int) -> Promise<Int> in
      retry(attempts: 2, delay: 0.001) { () -> Promise<Int> in
        attempts(value)
        span("attempt \(attempts.count)")
        if attempts.count < 3 { throw TestError.one }
        return fetch(value)
      }
    }
    let fourth = third.map { (value: Int) async throws -> Int in
      await Task.yield()
      span("async map")
      return value
    }
    .then(on: nil) { (value: Int) -> Promise<Int> in
      connections.add {
        await Task.yield()
        span("element of a queue")
        return value
      }
    }
    .then { (value: Int) -> Promise<Int> in
      after(seconds: 60).map { value }.timeout(seconds: 0.001).recover { (_: any Error) -> Promise<Int> in
        span("recover after a timeout")
        return fetch(value)
      }
    }
    let fifth = fourth.then { (value: Int) -> Promise<[Int]> in
      let promises = [1, 2].lazy.map { number -> Promise<Int> in
        span("when, promise \(number)")
        return fetch(number + value)
      }
      return when(fulfilled: promises.makeIterator(), maxConcurrent: 1)
    }
    .thenMap { (value: Int) -> Promise<Int> in
      span("thenMap")
      return fetch(value)
    }
    .map { (values: [Int]) -> Int in values.count }
    return fifth.ensure { span("ensure") }
      .then { (_: Int) -> Promise<Int> in throw TestError.one }
      .recover(only: TestError.self) { (_: TestError) -> Promise<Int> in
        span("recover")
        return .value(1)
      }
      .ensureThen {
        span("ensureThen")
        return after(seconds: 0)
      }
  }

  /// Handles a request, and returns when it has been handled.
  private func request(_ number: Int) async throws {
    var context = ServiceContext.topLevel
    context[RequestID.self] = "\(number)"
    try await ServiceContext.withValue(context) {
      try await tracer.withSpan("request \(number)") { _ in _ = try await handle().get() }
    }
  }

  private static let steps = """
      map on a queue
      get inline
      compactMap
      validate
      then
        map in then
      attempt 1
      attempt 2
      attempt 3
      async map
      element of a queue
      recover after a timeout
      when, promise 1
      when, promise 2
      thenMap
      thenMap
      ensure
      recover
      ensureThen
    """

  @Test func `the spans of a request are one trace, with the right parents`() async throws {
    try await request(1)
    let tree = SpanTree(of: tracer, root: "request 1")
    #expect(tree.description == "request 1\n" + Self.steps)
  }

  @Test func `the spans and log entries of requests at the same time are not mixed up`() async throws {
    let numbers = 0..<200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in numbers { group.addTask { try await request(number) } }
      try await group.waitForAll()
    }
    for number in numbers {
      #expect(SpanTree(of: tracer, root: "request \(number)").description == "request \(number)\n" + Self.steps)
    }
    let identifiers = logs.entries.map { $0.metadata["request"]?.description }
    let counts = Dictionary(grouping: identifiers, by: { $0 }).mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", 18) }))
  }
}
