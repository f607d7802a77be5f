import PromiseSharing
import PromiseTesting
import TestSupport
import Testing

/// Shared values by key. What a key has in common with a `SharedPromise` is tested there.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseCacheTests {
  private let loads = Log<Int>()

  private func makeCache(countLimit: Int = .max, _ expiry: PromiseExpiry<String> = .never) -> PromiseCache<Int, String>
  {
    PromiseCache(countLimit: countLimit, expiry: expiry) { [loads] key in
      loads(key)
      return Promise.value("\(key)")
    }
  }

  @Test func `each key has its own value`() async throws {
    let cache = makeCache()
    #expect(try await cache.get(for: 1) == "1")
    #expect(try await when(fulfilled: cache.promise(for: 1), cache.promise(for: 2)).get() == ("1", "2"))
    #expect(loads.entries == [1, 2])
    #expect(cache.value(for: 2) == "2")
    #expect(cache.value(for: 3) == nil)
    #expect(cache.count == 2)
  }

  @Test func `an async function may load the values`() async throws {
    let cache = PromiseCache { (key: Int) async throws -> Int in
      await Task.yield()
      if key < 0 { throw TestError.one }
      return key * 2
    }
    #expect(try await cache.get(for: 21) == 42)
    await #expect(throws: TestError.one) { try await cache.get(for: -1) }
    #expect(cache.count == 1)
  }

  @Test func `invalidation and storing concern one key`() async throws {
    let cache = makeCache()
    for key in 1...3 { _ = try await cache.get(for: key) }
    cache.invalidate(1)
    cache.invalidate(2) { $0 == "other" }
    cache.store("three", for: 3)
    #expect((1...3).map { cache.value(for: $0) } == [nil, "2", "three"])
    cache.invalidate(2) { $0 == "2" }
    #expect(cache.count == 1)
    #expect(try await cache.get(for: 2) == "2")
    cache.invalidateAll()
    #expect(cache.count == 0)
    #expect(try await cache.get(for: 3) == "3")
  }

  @Test func `the value that was used least recently is released`() async throws {
    let cache = makeCache(countLimit: 2)
    _ = try await cache.get(for: 1)
    _ = try await cache.get(for: 2)
    _ = try await cache.get(for: 1)
    _ = try await cache.get(for: 3)
    #expect(cache.count == 2)
    #expect((1...3).map { cache.value(for: $0) } == ["1", nil, "3"])
  }

  @Test func `without room for values, callers share loads only`() async throws {
    let mayEnd = Gate()
    let cache = PromiseCache(countLimit: 0) { [loads] (key: Int) async throws -> Int in
      loads(key)
      try await mayEnd.opened()
      return loads.count
    }
    let callers = [cache.promise(for: 1), cache.promise(for: 1)]
    mayEnd.open()
    #expect(try await when(fulfilled: callers).get() == [1, 1])
    #expect(try await cache.get(for: 1) == 2)
    #expect(cache.count == 0)
  }

  @Test(.promises(timeLimit: .testLimit, time: .manual))
  func `expired values for which nothing asks are released`() async throws {
    let lifetime = Lifetime()
    let cache = PromiseCache(expiry: .after(seconds: 60)) { (_: Int) in Promise.value(lifetime.object()) }
    for key in 0..<150 {
      _ = try await cache.get(for: key)
      try await ManualClock.current.advance(by: .seconds(10))
    }
    #expect(cache.count <= 32)
    #expect(lifetime.alive <= 33)
  }

  @Test func `values may use the cache when they are released`() async throws {
    final class Value: Sendable {
      let release: @Sendable () -> Void
      init(_ release: @escaping @Sendable () -> Void) { self.release = release }
      deinit { release() }
    }
    let counts = Log<Int>()
    let cache = PromiseCache<Int, Value>(countLimit: 1) { _ -> Promise<Value> in throw TestError.one }
    func makeValue() -> Value { Value { [weak cache] in if let cache { counts(cache.count) } } }
    cache.store(makeValue(), for: 1)
    cache.store(makeValue(), for: 1)
    cache.store(makeValue(), for: 2)
    cache.invalidate(2) { _ in true }
    cache.store(makeValue(), for: 1)
    cache.invalidate(1)
    cache.store(makeValue(), for: 1)
    cache.invalidateAll()
    #expect(counts.count == 5)
  }

  @Test func `callers of several keys on several threads receive the values of their keys`() async throws {
    let cache = PromiseCache(countLimit: 3) { (key: Int) in Promise.value(key).map(on: .global()) { $0 } }
    let wrong = Log<String>()
    let rounds = raceCount / 10
    await onThreads(4) { thread in
      for round in 0..<rounds {
        let key = (round &* 7 &+ thread) % 5
        switch round % 4 {
        case 0: cache.promise(for: key).cancel()
        case 1: cache.invalidate(key)
        default:
          cache.promise(for: key).tap(on: nil) { outcome in
            if (try? outcome.get()) != key { wrong("\(outcome) for \(key)") }
          }.cauterize()
        }
      }
    }
    #expect(wrong.entries.isEmpty)
  }
}
