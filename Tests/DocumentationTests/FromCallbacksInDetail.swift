import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code of "Completion handlers in detail" in Migration.md: handlers of every shape, handles and overloads.

private enum SearchError: Error {
  case tooLate
  case other(any Error)
}

private struct Page: Equatable, Sendable {
  let text: String
}

/// An existing interface that returns a handle for cancellation and reports progress.
private final class Index: Sendable {
  final class Query: Sendable {
    private let wasCancelled: Log<String>

    init(_ wasCancelled: Log<String>) { self.wasCancelled = wasCancelled }

    func cancel() { wasCancelled("canceled") }
  }

  let log = Log<String>()
  private let unanswered = Log<@Sendable (Page?, (any Error)?) -> Void>()

  @discardableResult
  func search(
    _ text: String, progress: @escaping @Sendable (Double) -> Void,
    completion: @escaping @Sendable (Page?, (any Error)?) -> Void
  ) -> Query {
    DispatchQueue.main.async {
      progress(0.5)
      if text == "nothing" { self.unanswered(completion) } else { completion(Page(text: text), nil) }
    }
    return Query(log)
  }

  func count(completion: @escaping @Sendable (Int) -> Void) { completion(3) }

  func note(_ line: String, completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    log(line)
    completion?(nil)
  }
}

extension Index {
  func search(_ text: String) -> Promise<Page> {
    Promise { resolver in
      let query = search(
        text, progress: { @Sendable in resolver.progress.report(Int($0 * 100), of: 100) },
        completion: resolver.resolve)
      resolver.onCancel { query.cancel() }
    }
  }
}

extension Index {
  @_disfavoredOverload
  func note(_ line: String) -> Promise<Void> {
    wrap { handler in note(line, completion: handler) }
  }
}

extension Index {
  func count() async -> Int {
    await Guarantee { seal in count(completion: seal) }.get()
  }
}

/// Completion handlers of every shape, each of which records whether its arguments are the expected ones.
private struct Completion: Sendable {
  let swapped: @Sendable ((any Error)?, Page?) -> Void
  let valueOrNothing: @Sendable (Page?) -> Void
  let value: @Sendable (Page) -> Void
  let success: @Sendable (Bool, (any Error)?) -> Void
  let optional: (@Sendable (Page?, (any Error)?) -> Void)?
  let nsError: @Sendable (Page?, NSError?) -> Void
  let pair: @Sendable (Page?, Int?, (any Error)?) -> Void
  let ownError: @Sendable (Result<Page, SearchError>) -> Void
  let nothing: @Sendable () -> Void

  init(page: Page, _ log: Log<String>) {
    @Sendable func note(_ name: String, _ value: Page?, _ error: (any Error)?) {
      switch (value, error) {
      case (page, nil): log(name)
      case (nil, is SearchError): log(name + ", error")
      default: log("\(name) \(String(describing: value)) \(String(describing: error))")
      }
    }
    swapped = { note("swapped", $1, $0) }
    valueOrNothing = { note("valueOrNothing", $0, $0 == nil ? SearchError.tooLate : nil) }
    value = { log("value \($0.text)") }
    success = { note("success", $0 ? page : nil, $1) }
    optional = { note("optional", $0, $1) }
    nsError = { note("nsError", $0, $1.map { _ in SearchError.tooLate }) }
    pair = { note("pair", $1 == ($0 == nil ? nil : 1) ? $0 : nil, $2) }
    ownError = { result in
      switch result {
      case .success(let page): note("ownError", page, nil)
      case .failure(.tooLate): note("ownError", nil, SearchError.tooLate)
      case .failure(.other(let error)): note("ownError, other", nil, error)
      }
    }
    nothing = { log("nothing") }
  }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FromCallbacksInDetailTests {
  private let index = Index()

  @Test @MainActor func `a promise reports progress and cancels the query behind it`() async throws {
    let log = Log<Double>()
    let page = index.search("page").onProgress { log($0.fractionCompleted) }
    try await expectFulfilled(page, within: .testLimit)
    #expect(log.entries == [0.5, 1])

    let nothing = index.search("nothing")
    nothing.cancel()
    try await expectCancelled(nothing, within: .testLimit)
    #expect(index.log.entries == ["canceled"])
  }

  @Test func `an optional completion handler and a promise share a name`() async throws {
    index.note("without a handler")
    let noted: Promise<Void> = index.note("with a promise")
    try await noted.get()
    #expect(index.log.entries == ["without a handler", "with a promise"])
    #expect(await index.count() == 3)
  }

  @Test func `complete calls completion handlers of every shape`() async throws {
    let text = Page(text: "a")
    let log = Log<String>()
    let completion = Completion(page: text, log)

    for page in [Promise.value(text), Promise(error: SearchError.tooLate)] {
      page.complete { completion.swapped($1, $0) }  // (Error?, V?)
      page.complete { page, _ in completion.valueOrNothing(page) }  // (V?)
      page.recover { _ in .value(Page(text: "none")) }.done(completion.value)  // (V): choose a value for errors.
      page.complete { completion.success($0 != nil, $1) }  // (Bool, Error?)
      page.complete { completion.optional?($0, $1) }  // ((V?, Error?) -> Void)?
      page.complete { completion.nsError($0, $1.map { $0 as NSError }) }  // (V?, NSError?)
      page.map { ($0, 1) }.complete { pair, error in completion.pair(pair?.0, pair?.1, error) }  // (A?, B?, Error?)
      page.complete { (result: Result<Page, any Error>) in  // (Result<V, SearchError>)
        completion.ownError(result.mapError { $0 as? SearchError ?? .other($0) })
      }
      page.complete { _, _ in completion.nothing() }  // ()
    }

    await promisesSettled(timeout: .testLimit)
    #expect(
      log.entries.sorted() == [
        "nothing", "nothing", "nsError", "nsError, error", "optional", "optional, error", "ownError", "ownError, error",
        "pair", "pair, error", "success", "success, error", "swapped", "swapped, error", "value a", "value none",
        "valueOrNothing", "valueOrNothing, error",
      ])
  }

  @Test(.promises(time: .manual)) func `a timeout is converted to the error that callers expect`() async throws {
    func page(_ text: String) -> Promise<Page> {
      index.search(text).timeout(seconds: 5).recover(only: PromiseError.self) { error in
        throw error == .timedOut ? SearchError.tooLate : error
      }
    }

    let late = page("nothing")
    try await ManualClock.current.advance(by: .seconds(5))
    try await expectRejected(late, throws: SearchError.self, within: .testLimit)
  }
}
