import Dispatch
import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The statements in the sentences of FAQ.md and README.md.

private struct User: Sendable {
  let id: Int
}

private struct NetworkError: Error {}

@Sendable private func load(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(id > 0 ? User(id: id) : nil, id > 0 ? nil : NetworkError()) }
}

private func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  load(id, completion: completion)
}

private final class Request: Sendable {
  let isCanceled = Lock(false)
  private let completion: @Sendable (User?, (any Error)?) -> Void

  init(_ completion: @escaping @Sendable (User?, (any Error)?) -> Void) { self.completion = completion }

  func cancel() { isCanceled.withLock { $0 = true } }
}

private func download(_ url: URL, to file: URL, with session: URLSession) -> Promise<
  (saveLocation: URL, response: URLResponse)
> {
  session.downloadTask(.promise, with: url, to: file).onProgress { print($0.fractionCompleted) }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AnswersCode {
  @Test func `a callback becomes a promise, and that a value`() async throws {
    func fetch(_ id: Int) -> Promise<User> {
      wrap { handler in load(id, completion: handler) }
    }
    let id = 1
    let user = try await fetch(id).get()
    let other = try await wrap { handler in loadUser(1, completion: handler) }.get()
    #expect(user.id == 1 && other.id == 1)
  }

  @Test func `a canceled promise cancels its request`() async {
    let requests = Log<Request>()
    let promise = Promise<User> { resolver in
      let request = Request(resolver.resolve)
      requests(request)
      resolver.onCancel { request.cancel() }
    }
    promise.cancel()
    #expect(requests.entries.first?.isCanceled.withLock { $0 } == true)
  }

  @Test func `an async function becomes a promise or a step`() async throws {
    @Sendable func fetch(_ id: Int) async throws -> User { User(id: id) }
    let id = 2
    let promise = Promise { try await fetch(id) }
    let chain = Promise.value(3)
      .map { try await fetch($0) }
    let ids = (try await promise.get().id, try await chain.get().id)
    #expect(ids == (2, 3))
  }

  @Test func `an error of one type is caught, and a failure is retried`() async throws {
    let seen = Lock(0)
    _ = await Promise<Int>(error: NetworkError())
      .catch(only: NetworkError.self) { _ in seen.withLock { $0 += 1 } }
      .catch { _ in seen.withLock { $0 += 100 } }  // for other errors
      .getResult()
    let value = try await retry(attempts: 3, delay: 1) { Promise.value(4) }.get()
    #expect(seen.withLock { $0 } == 1 && value == 4)
  }

  @Test func `an async function has a time limit`() async throws {
    func load() async throws -> Int { 5 }
    let value = try await Promise { try await load() }.get(timeout: 5)
    #expect(value == 5)
  }

  @Test func `at most four promises are pending`() async throws {
    func fetch(_ url: String) -> Promise<Int> { .value(url.count) }
    let urls = ["a", "bb", "ccc"]
    let counts = try await when(fulfilled: urls.lazy.map { fetch($0) }.makeIterator(), maxConcurrent: 4).get()
    #expect(counts == [1, 2, 3])
  }
}
