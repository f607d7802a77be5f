import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary, creating promises: conversions from and to callbacks.
@Suite(.sharingProcessors) struct VocabularyCallbacks {
  // MARK: wrap { handler in api(handler) }

  private typealias Failure = (any Error)?

  @Test func `wrap accepts a completion handler without parameters`() async throws {
    func animate(completion: @escaping @Sendable () -> Void) { completion() }
    let forms = [wrap { handler in animate(completion: handler) }, wrap { animate(completion: $0) }, wrap(animate)]
    for promise in forms { #expect(promise.isFulfilled) }
  }

  @Test func `wrap accepts a completion handler with a value`() async throws {
    func count(_ handler: @escaping @Sendable (Int) -> Void) { handler(1) }
    func find(_ handler: @escaping @Sendable (User?) -> Void) { handler(nil) }
    #expect(try await wrap { handler in count(handler) }.get() == 1)
    let user: Promise<User?> = wrap { handler in find(handler) }
    #expect(try await user.get() == nil)
    #expect(try await wrap { count($0) }.map { $0 + 1 }.get() == 2)
    #expect(try await wrap(count).get() == 1)
  }

  @Test func `wrap accepts a completion handler with a value and an error, in either order`() async throws {
    func load(_ failure: Failure, _ handler: @escaping @Sendable (Int, Failure) -> Void) { handler(1, failure) }
    func loadErrorFirst(_ failure: Failure, _ handler: @escaping @Sendable (Failure, Int) -> Void) {
      handler(failure, 2)
    }
    #expect(try await wrap { handler in load(nil, handler) }.get() == 1)
    await #expect(throws: AppError.offline) { try await wrap { load(AppError.offline, $0) }.get() }
    #expect(try await wrap { handler in loadErrorFirst(nil, handler) }.get() == 2)
    await #expect(throws: AppError.offline) { try await wrap { loadErrorFirst(AppError.offline, $0) }.get() }
  }

  @Test func `wrap accepts a completion handler with an optional value and an error, in either order`() async throws {
    func load(_ user: User?, _ handler: @escaping @Sendable (User?, Failure) -> Void) {
      handler(user, user == nil ? AppError.notFound : nil)
    }
    func loadErrorFirst(_ user: User?, _ handler: @escaping @Sendable (Failure, User?) -> Void) {
      handler(user == nil ? AppError.notFound : nil, user)
    }
    func nothing(_ handler: @escaping @Sendable (User?, Failure) -> Void) { handler(nil, nil) }
    let ada = User(id: 1, name: "Ada")
    #expect(try await wrap { handler in load(ada, handler) }.then { fetchAvatar(of: $0) }.get().owner == "Ada")
    await #expect(throws: AppError.notFound) { try await wrap { load(nil, $0) }.get() }
    #expect(try await wrap { handler in loadErrorFirst(ada, handler) }.get() == ada)
    await #expect(throws: AppError.notFound) { try await wrap { loadErrorFirst(nil, $0) }.get() }
    let promise: Promise<User> = wrap { handler in nothing(handler) }
    await #expect(throws: PromiseError.self) { try await promise.get() }
  }

  @Test func `wrap accepts a completion handler with two values and an error`() async throws {
    func load(_ handler: @escaping @Sendable (User?, Avatar?, Failure) -> Void) {
      handler(User(id: 1, name: "Ada"), nil, nil)
    }
    let (user, avatar) = try await wrap { handler in load(handler) }.get()
    #expect(user?.name == "Ada" && avatar == nil)
    let name = wrap { handler in load(handler) }.map { user, avatar in "\(user?.name ?? "?") \(avatar?.size ?? 0)" }
    #expect(try await name.get() == "Ada 0")
  }

  @Test func `wrap accepts a completion handler with an error`() async throws {
    func save(_ failure: Failure, _ handler: @escaping @Sendable (Failure) -> Void) { handler(failure) }
    try await wrap { handler in save(nil, handler) }.get()
    await #expect(throws: AppError.offline) { try await wrap { save(AppError.offline, $0) }.get() }
  }

  @Test func `wrap accepts a completion handler with a Result`() async throws {
    func load(_ result: Result<Int, AppError>, _ handler: @escaping @Sendable (Result<Int, AppError>) -> Void) {
      handler(result)
    }
    func loadAnything(_ handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { handler(.success(2)) }
    #expect(try await wrap { handler in load(.success(1), handler) }.get() == 1)
    await #expect(throws: AppError.offline) { try await wrap { load(.failure(.offline), $0) }.get() }
    #expect(try await wrap { handler in loadAnything(handler) }.get() == 2)
  }

  @Test func `the closure of wrap may consist of several statements and may throw`() async throws {
    func load(_ id: Int, _ handler: @escaping @Sendable (String?, Failure) -> Void) { handler("\(id)", nil) }
    let promise: Promise<String> = wrap { handler in
      let id = try parse("7")
      load(id, handler)
    }
    #expect(try await promise.get() == "7")
    let unlabelled = wrap { handler in
      let id = try parse("8")
      load(id, handler)
    }
    #expect(try await unlabelled.get() == "8")
    let thrown: Promise<String> = wrap { handler in load(try parse("x"), handler) }
    await #expect(throws: AppError.notFound) { try await thrown.get() }
  }

  // MARK: promise.complete(handler)

  private func user(_ id: Int, completion: @escaping @Sendable (User?, Failure) -> Void) {
    fetchUser(id).complete(completion)
  }

  private func user(_ id: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
    fetchUser(id).complete(on: worker, completion)
  }

  private func delete(_ id: Int, completion: @escaping @Sendable (Failure) -> Void) {
    fetchUser(id).asVoid().complete(completion)
  }

  private func cached(_ user: User, completion: @escaping @Sendable (Avatar) -> Void) {
    cachedAvatar(of: user).done(completion)
  }

  @Test func `complete calls each form of completion handler with the outcome`() async throws {
    let names = await withCheckedContinuation { continuation in
      user(1) { user, error in continuation.resume(returning: "\(user?.name ?? "?") \(error == nil)") }
    }
    #expect(names == "Ada true")
    let failure = await withCheckedContinuation { continuation in
      user(0) { user, error in continuation.resume(returning: user == nil ? error : nil) }
    }
    #expect(failure as? AppError == .notFound)
    let result = await withCheckedContinuation { continuation in
      user(2) { result in continuation.resume(returning: result) }
    }
    #expect(try result.get().id == 2)
    let nothing = await withCheckedContinuation { continuation in
      delete(1) { continuation.resume(returning: $0) }
    }
    #expect(nothing == nil)
    let avatar = await withCheckedContinuation { continuation in
      cached(User(id: 1, name: "Ada")) { continuation.resume(returning: $0) }
    }
    #expect(avatar.size == 0)
  }

  @Test func `complete on nil calls the completion handler of a settled promise before it returns`() async throws {
    let notes = Notes()
    fetchUser(1).complete(on: nil) { user, error in notes.take("\(user?.id ?? 0) \(error == nil)") }
    fetchUser(0).complete(on: nil) { result in notes.take((try? result.get()) == nil ? "failed" : "loaded") }
    fetchUser(0).asVoid().complete(on: nil) { error in notes.take(error == nil ? "deleted" : "kept") }
    #expect(notes.lines == ["1 true", "failed", "kept"])
  }

  @MainActor private final class Screen {
    var title = ""

    func show(_ id: Int) async {
      await withCheckedContinuation { continuation in
        fetchUser(id).complete { user, _ in
          self.title = user?.name ?? "unknown"
          continuation.resume()
        }
      }
    }
  }

  @Test @MainActor func `complete calls a completion handler of the main actor on the main actor`() async {
    let screen = Screen()
    await screen.show(1)
    #expect(screen.title == "Ada")
    await screen.show(0)
    #expect(screen.title == "unknown")
  }
}
