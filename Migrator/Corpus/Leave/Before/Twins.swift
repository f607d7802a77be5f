import PromiseConcurrency

// Functions without a chain: some have an `async` form that awaits the promise, as `add --async` writes it.
final class Shop: Sendable {
  private let sdk: SDK

  init(sdk: SDK) { self.sdk = sdk }

  /// The name of a product.
  nonisolated func product(_ id: Int) -> Promise<String> {
    wrap { handler in self.sdk.load(id, completion: handler) }
  }

  /// The name of a product.
  nonisolated func product(_ id: Int) async throws -> String {
    try await product(id).get(cancellation: .forward)
  }

  /// The length of a text.
  @MainActor func length(_ text: String) -> Promise<Int> {
    Promise { resolver in sdk.count(text, completion: resolver.resolve) }
  }

  /// Whether the shop is open.
  @MainActor func isOpen() -> Guarantee<Bool> {
    Guarantee { seal in sdk.isOnline(completion: seal) }
  }

  /// The names of two products.
  nonisolated func both(_ one: Int, _ other: Int) -> Promise<(String, String)> {
    when(fulfilled: product(one), product(other))
  }

  /// The first image that is found.
  func image(_ ids: [Int]) async throws -> String {
    try await race(fulfilled: ids.map { product($0) }).get()
  }

  /// A product, if there is time for it.
  func product(_ id: Int, within limit: Double) async throws -> String {
    try await Promise { try await product(id) }.get(timeout: limit)
  }

  /// The names of several products.
  func products(_ ids: [Int]) async throws -> [String] {
    try await when(fulfilled: ids.map { product($0) }).get()
  }
}

let twinPrograms: [Program] = [
  (
    "functions without chains leave as well",
    {
      let shop = Shop(sdk: SDK())
      var lines: [String] = []
      for id in [1, 0] { lines.append(await outcome("product") { try await shop.product(id).get() }) }
      lines.append(await outcome("length") { try await shop.length("four").get() })
      lines.append("open: \(await shop.isOpen().get())")
      lines.append(await outcome("both") { try await shop.both(1, 2).get() })
      lines.append(await outcome("image") { try await shop.image([0, 3]) })
      lines.append(await outcome("in time") { try await shop.product(1, within: 60) })
      lines.append(await outcome("products") { try await shop.products([1, 2]) })
      return lines
    }
  )
]
