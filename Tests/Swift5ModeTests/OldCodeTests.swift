import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

// Swift 5 code that the Swift 6 language mode would reject, for each operation: captured variables, classes that are
// not `Sendable`, and classes that are not final. The functions are not `async`, because in synchronous functions the
// compiler emits no diagnostics for such code.

/// A class that is neither `Sendable` nor final.
class Repository {
  var log: [String] = []
  private let queue = DispatchQueue(label: "Repository")

  /// Takes a completion handler without `@Sendable`, as code did before Swift 5.5.
  func load(_ id: Int, completion: @escaping (String?, Error?) -> Void) {
    queue.async { id == 0 ? completion(nil, AppError.notFound) : completion("\(id)", nil) }
  }

  func count(completion: @escaping (Result<Int, Error>) -> Void) { completion(.success(log.count)) }

  func name(of id: Int) -> Promise<String> { Promise { seal in load(id, completion: seal.resolve) } }

  func note(_ line: String) { log.append(line) }

  func fail(_ error: Error) { log.append("\(error)") }
}

final class CachingRepository: Repository {
  private var cache: [Int: String] = [:]

  override func name(of id: Int) -> Promise<String> {
    if let name = cache[id] { return .value(name) }
    return super.name(of: id).get(on: nil) { self.cache[id] = $0 }
  }
}

@Suite(.sharingProcessors) struct OldCodeTests {
  // MARK: Classes that are not Sendable

  private func show(_ id: Int, in repository: Repository) -> Promise<Void> {
    firstly {
      repository.name(of: id)
    }.map { name -> String in
      repository.log.append(name)
      return name + "!"
    }.done { repository.note($0) }.catch { repository.fail($0) }.ensure {
      repository.log.append("end")
    }
  }

  @Test func `handlers use classes that are not Sendable`() async throws {
    let repository = CachingRepository()
    try await show(1, in: repository).get()
    try await show(1, in: repository).get()
    await #expect(throws: AppError.notFound) { try await show(0, in: repository).get() }
    #expect(repository.log == ["1", "1!", "end", "1", "1!", "end", "notFound", "end"])
  }

  private func callbacks(of repository: Repository) -> Promise<(String, Int)> {
    let name: Promise<String> = wrap { repository.load(7, completion: $0) }
    let count = Promise<Int> { repository.count(completion: $0.resolve) }
    let pushed = Promise<Int> { resolver in
      repository.note("pushed")
      repository.count { result in
        switch result {
        case .success(let count): resolver.fulfill(count)
        case .failure(let error): resolver.reject(error)
        }
      }
    }
    return when(fulfilled: name, count, pushed).map { name, _, pushed in (name, pushed) }
  }

  @Test func `callbacks that are not Sendable are wrapped in promises`() async throws {
    let (name, count) = try await callbacks(of: Repository()).get()
    #expect(name == "7" && count == 1)
  }

  // MARK: Captured variables, in every operator that takes a handler

  private final class Counter {
    var calls: [String] = []
  }

  private func values(_ counter: Counter) -> Promise<Int> {
    var last = 0
    return DispatchQueue.main.async(.promise) { () -> Int in
      last += 1
      return last
    }.get { last += $0 }.tap { _ in last += 1 }.validate { _ in
      last += 1
      return last > 0
    }.compactMap { value -> Int? in
      last += value
      return last
    }.reduce([1, 2]) { sum, item -> Promise<Int> in
      counter.calls.append("\(item)")
      last += item
      return .value(sum + item)
    }.ensureThen {
      last += 1
      return Guarantee()
    }.ensure { last += 1 }.map { _ in last }
  }

  private func elements(_ counter: Counter) -> Promise<[Int]> {
    var seen: [Int] = []
    return Promise.value([3, 1, 2]).get { seen += $0 }.thenMap { number -> Promise<Int> in
      seen.append(number)
      counter.calls.append("\(number)")
      return .value(number)
    }.map { _ in seen }
  }

  private func errors(_ counter: Counter) -> Promise<Int> {
    var seen = 0
    return Promise<Int>(error: AppError.offline).catch { _ in seen += 1 }.catch(only: AppError.self) { _ in seen += 1 }
      .recover(only: DecodingError.self) { _ -> Promise<Int> in
        seen = -1
        return .value(seen)
      }.recover { error -> Promise<Int> in
        counter.calls.append("\(error)")
        seen += 1
        return .value(seen)
      }
  }

  private func guarantees(_ counter: Counter) -> Guarantee<Int> {
    var sum = 0
    return Guarantee.value(1).then { number -> Guarantee<Int> in
      sum += number
      return .value(sum)
    }.map { number -> Int in
      sum += number
      return sum
    }.get { sum += $0 }.ensure {
      counter.calls.append("\(sum)")
    }.map { _ in sum }
  }

  private func attempts(_ counter: Counter) -> Promise<Int> {
    var attempts = 0
    return retry(attempts: 3, delay: 0) { () -> Promise<Int> in
      attempts += 1
      return attempts < 3 ? Promise(error: AppError.offline) : .value(attempts)
    }.then { _ in
      until { () -> Promise<Bool> in
        attempts += 1
        counter.calls.append("\(attempts)")
        return .value(attempts == 5)
      }
    }.map { attempts }
  }

  @Test func `handlers of every operator change captured variables`() async throws {
    let counter = Counter()
    #expect(try await values(counter).get() == 10)
    #expect(counter.calls == ["1", "2"])
    #expect(try await elements(counter).get() == [3, 1, 2, 3, 1, 2])
    #expect(try await errors(counter).get() == 3)
    #expect(await guarantees(counter).get() == 4)
    #expect(try await attempts(counter).get() == 5)
    #expect(counter.calls.suffix(4) == ["offline", "4", "4", "5"])
  }

  private func combined(_ counter: Counter) -> Promise<Void> {
    var failed = -1
    let array = when(fulfilled: [Promise.value(1), Promise(error: AppError.offline)]) { index, _ in failed = index }
    let dictionary = when(fulfilled: ["a": Promise<Int>(error: AppError.offline)]) { key, _ in
      counter.calls.append(key)
    }
    return when(resolved: array.asVoid(), dictionary.asVoid()).done { _ in counter.calls.append("\(failed)") }.asVoid()
      .done {}.then { Promise() }
  }

  private func complete(_ counter: Counter) -> Guarantee<Void> {
    Guarantee { seal in
      var names: [String] = []
      fetchUser(1).complete { user, error in
        names.append(user?.name ?? "\(error!)")
        fetchUser(0).complete { (result: Result<User, Error>) in
          names.append((try? result.get())?.name ?? "unknown")
          counter.calls = names
          seal(())
        }
      }
    }
  }

  @Test func `handlers of combinators and completion handlers change captured variables`() async throws {
    let counter = Counter()
    try await combined(counter).get()
    #expect(counter.calls == ["a", "1"])
    await complete(counter).get()
    #expect(counter.calls == ["Ada", "unknown"])
  }

  // MARK: Values that are not Sendable

  private func logs(of repository: Repository) -> Promise<[String]> {
    firstly { Promise.value(repository) }.then { repository -> Promise<Repository> in
      repository.note("loaded")
      return .value(repository)
    }.map { $0.log }
  }

  @Test func `promises carry values that are not Sendable`() async throws {
    #expect(try await logs(of: Repository()).get() == ["loaded"])
  }

  // MARK: Generic code

  private func count<P: Thenable>(_ promise: P) -> Promise<Int> where P.Value: Collection {
    promise.promise.map { $0.count }
  }

  @Test func `generic and extended code compiles without changes`() async throws {
    let answer = Promise<Int> { $0.answer() }
    #expect(try await count(Promise.value([1, 2, 3])).get() == 3)
    #expect(try await answer.get() == 42)
  }
}

extension Resolver where Value == Int {
  fileprivate func answer() { fulfill(42) }
}
