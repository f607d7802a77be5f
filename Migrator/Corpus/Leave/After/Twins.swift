// Functions without a chain: some have an `async` form that awaits the promise, as `add --async` writes it.
final class Shop: Sendable {
  private let sdk: SDK

  init(sdk: SDK) { self.sdk = sdk }

  /// The name of a product.
  nonisolated func product(_ id: Int) async throws -> String {
    try await wrap { handler in self.sdk.load(id, completion: handler) }
  }

  /// The length of a text.
  @MainActor func length(_ text: String) async throws -> Int {
    return try await withResolver { resolver in sdk.count(text, completion: resolver.resolve) }
  }

  /// Whether the shop is open.
  @MainActor func isOpen() async -> Bool {
    return await withSeal { seal in sdk.isOnline(completion: seal) }
  }

  /// The names of two products.
  @MainActor func both(_ one: Int, _ other: Int) async throws -> (String, String) {
    async let pendingProduct = product(one)
    async let pendingProduct2 = product(other)
    return try await (pendingProduct, pendingProduct2)
  }

  /// The first image that is found.
  func image(_ ids: [Int]) async throws -> String {
    try await firstSuccess(of: ids.map { element in { [self] in try await product(element) } })
  }

  /// A product, if there is time for it.
  func product(_ id: Int, within limit: Double) async throws -> String {
    try await withTimeout(.seconds(limit)) { [self] in try await product(id) }
  }

  /// The names of several products.
  func products(_ ids: [Int]) async throws -> [String] {
    try await ids.concurrentMap(maxConcurrent: .max) { [self] in try await product($0) }
  }
}

let twinPrograms: [Program] = [
  (
    "functions without chains leave as well",
    {
      let shop = Shop(sdk: SDK())
      var lines: [String] = []
      for id in [1, 0] { lines.append(await outcome("product") { try await shop.product(id) }) }
      lines.append(await outcome("length") { try await shop.length("four") })
      lines.append("open: \(await shop.isOpen())")
      lines.append(await outcome("both") { try await shop.both(1, 2) })
      lines.append(await outcome("image") { try await shop.image([0, 3]) })
      lines.append(await outcome("in time") { try await shop.product(1, within: 60) })
      lines.append(await outcome("products") { try await shop.products([1, 2]) })
      return lines
    }
  )
]
