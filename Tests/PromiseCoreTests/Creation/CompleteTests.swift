import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `complete`: passes the outcome of a promise to a completion handler.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct CompleteTests {
  typealias Outcome = Result<Int, any Error>

  let log = Log<String>()

  /// The completion handlers of a callback API. Each records how it was called.
  private var withValueAndError: @Sendable (Int?, (any Error)?) -> Void {
    { value, error in log("\(value.map(String.init) ?? "nil"), \(error.map(name) ?? "nil")") }
  }
  private var withResult: @Sendable (Outcome) -> Void {
    { result in
      switch result {
      case .success(let value): log("success \(value)")
      case .failure(let error): log("failure \(name(error))")
      }
    }
  }
  private var withError: @Sendable ((any Error)?) -> Void {
    { error in log(error.map(name) ?? "nil") }
  }
  private func name(_ error: any Error) -> String { error is CancellationError ? "canceled" : "\(error)" }

  private var outcomes: [Promise<Int>] {
    [Promise.value(1), Promise(error: TestError.one), Promise(error: CancellationError())]
  }

  // MARK: Shapes of completion handlers

  @Test func `a completion handler can take a value and an error`() {
    for promise in outcomes { promise.complete(on: nil, withValueAndError) }
    #expect(log.entries == ["1, nil", "nil, one", "nil, canceled"])
  }

  @Test func `a completion handler can take a result`() {
    for promise in outcomes { promise.complete(on: nil, withResult) }
    #expect(log.entries == ["success 1", "failure one", "failure canceled"])
  }

  @Test func `the completion handler of a Void promise can take only an error`() {
    for promise in outcomes { promise.asVoid().complete(on: nil, withError) }
    #expect(log.entries == ["nil", "one", "canceled"])
  }

  @Test func `the completion handler of a Void promise can take a value and an error, or a result`() {
    let withNothingAndError: @Sendable (Void?, (any Error)?) -> Void = { value, error in
      log("\(value == nil ? "nil" : "()"), \(error.map(name) ?? "nil")")
    }
    let withResult: @Sendable (Result<Void, any Error>) -> Void = { result in
      if case .failure(let error) = result { log("failure \(name(error))") } else { log("success") }
    }
    for promise in [Promise<Void>(), Promise(error: TestError.one)] {
      promise.complete(on: nil, withNothingAndError)
      promise.complete(on: nil, withResult)
    }
    #expect(log.entries == ["(), nil", "success", "nil, one", "failure one"])
  }

  @Test func `an optional value that is nil is passed as a value, not as an error`() {
    let handler: @Sendable (Int??, (any Error)?) -> Void = { value, error in
      log(value == .some(nil) && error == nil ? "nil" : "else")
    }
    Promise<Int?>.value(nil).complete(on: nil, handler)
    #expect(log.entries == ["nil"])
  }

  @Test func `the parameters of a closure select the overload`() async throws {
    let done = Gate()
    Promise.value(1).complete { value, error in
      log("\(value ?? 0) \(error == nil)")
      done.open()
    }
    try await done.opened()
    Promise<Int>(error: TestError.one).complete(on: nil) { (result: Outcome) in log("\(result)") }
    #expect(log.entries.count == 2 && log.entries[0] == "1 true" && log.entries[1].hasPrefix("failure"))
  }

  // MARK: Exactly one call

  @Test func `the completion handler is called once, when the promise settles`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.complete(on: nil, withResult)
    #expect(log.entries == [])
    resolver.fulfill(1)
    resolver.reject(TestError.one)
    promise.cancel()
    #expect(log.entries == ["success 1"])
  }

  @Test func `the completion handler is called when the promise is canceled`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.complete(on: nil, withValueAndError)
    promise.cancel()
    #expect(resolver.isCancelled && log.entries == ["nil, canceled"])
  }

  @Test func `the completion handler is called when the promise is abandoned`() {
    silently { Promise<Int>.pending().promise.complete(on: nil) { value, _ in log("\(value as Any)") } }
    #expect(log.entries == ["nil"])
  }

  @Test func `the completion handler is called for an error that catch(only:) has handled`() {
    let caught = Promise<Int>(error: TestError.one).catch(only: TestError.self, on: nil) { log("caught \($0)") }
    let caughtWithoutValue = caught.map(on: nil) { _ in }
    caught.complete(on: nil, withValueAndError)
    caught.complete(on: nil, withResult)
    caughtWithoutValue.complete(on: nil, withError)
    #expect(log.entries == ["caught one", "nil, one", "failure one", "one"])
  }

  @Test func `a pending promise with a completion handler need not be retained by its creator`() {
    let (promise, resolver) = Promise<Int>.pending()
    weak var end: Promise<Int>?
    do {
      let derived = promise.map(on: nil) { $0 + 1 }
      derived.complete(on: nil, withResult)
      end = derived
    }
    #expect(end != nil)
    resolver.fulfill(1)
    #expect(log.entries == ["success 2"] && end == nil)
  }

  @Test func `an error passed to a completion handler counts as handled`() {
    let reported = reports {
      Promise<Int>(error: TestError.one).complete(on: nil) { _, _ in }
      Promise<Int>(error: TestError.one).complete(on: nil) { (_: Outcome) in }
      Promise<Void>(error: TestError.one).complete(on: nil) { (_: (any Error)?) in }
    }
    #expect(reported == [])
  }

  @Test func `complete works on other types that conform to Thenable`() {
    let foreign = ForeignPromise<Int>()
    foreign.promise.complete(on: nil, withResult)
    foreign.settle(.success(1))
    #expect(log.entries == ["success 1"])
  }

  @Test func `a callback API can be implemented with a promise and keep its signature`() async throws {
    func load(_ number: Int, completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
      Promise { () async throws in
        if number < 0 { throw TestError.one }
        return number
      }.complete(completion)
    }
    #expect(try await wrap { handler in load(1, completion: handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(-1, completion: handler) }.get() }
  }

  // MARK: Executors

  @Test @MainActor func `a handler in main-actor code runs on the main actor`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Void>.pending()
    withPromiseQueue(MarkedQueue().queue) {
      promise.complete { _, _ in log("value and error") }
      promise.complete { (_: Result<Void, any Error>) in log("result") }
      promise.complete { (_: (any Error)?) in log("error") }
    }
    await elsewhere { resolver.fulfill() }
    // This handler runs after those enqueued on the main queue before it.
    await Guarantee<Void>().done {}.get()
    #expect(log.entries == ["value and error", "result", "error"])
  }

  @Test func `in nonisolated code, the handler runs on the default queue`() async {
    let here = MarkedQueue()
    let results = Log<Bool>()
    withPromiseQueue(here.queue) {
      Promise.value(1).complete { _, _ in results(here.isCurrent) }
      Promise.value(1).complete { (_: Outcome) in results(here.isCurrent) }
      Promise<Void>().complete { (_: (any Error)?) in results(here.isCurrent) }
    }
    await here.queue.finished()
    #expect(results.entries == [true, true, true])
  }

  @Test func `the handler runs on the queue passed as on:`() async {
    let here = MarkedQueue()
    let results = Log<Bool>()
    Promise.value(1).complete(on: here.queue) { _, _ in results(here.isCurrent) }
    Promise.value(1).complete(on: here.queue) { (_: Outcome) in results(here.isCurrent) }
    Promise<Void>().complete(on: here.queue) { (_: (any Error)?) in results(here.isCurrent) }
    await here.queue.finished()
    #expect(results.entries == [true, true, true])
  }
}
