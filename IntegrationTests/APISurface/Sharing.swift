// Calls every declaration of PromiseSharing. See Core.swift.
import PromiseSharing

func sharedValues() async throws {
  let shared = SharedPromise { promise() }
  use(SharedPromise { guarantee() }, SharedPromise(expiry: .never) { try await load(1) })
  use(shared.promise(), try await shared.get(), shared.value)
  shared.store(1)
  shared.invalidate()
  shared.invalidate { $0 == 1 }
  try shared.invalidate { _ in throw CancellationError() }
}

func caches() async throws {
  let cache = PromiseCache { (_: String) in promise() }
  use(PromiseCache(countLimit: 10, expiry: .never) { (number: Int) in try await load(number) })
  use(cache.promise(for: "a"), try await cache.get(for: "a"), cache.value(for: "a"), cache.count)
  cache.store(1, for: "a")
  cache.invalidate("a")
  cache.invalidate("a") { $0 == 1 }
  cache.invalidateAll()
}

func expiries() {
  let expiries: [PromiseExpiry<Int>] = [
    .never, .immediately, .after(seconds: 1), .after(seconds: 60, refreshAhead: 10), .after { Double($0) },
    .after(refreshAhead: 10) { Double($0) }, .when { $0 > 1 }, .when({ $0 > 1 }, refreshWhen: { $0 == 1 }),
  ]
  use(expiries)
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
func expiriesInDurations() {
  use([PromiseExpiry<Int>.after(.seconds(60)), .after(.seconds(60), refreshAhead: .seconds(10))])
}
