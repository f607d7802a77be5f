extension Result where Success: Sendable, Failure == any Error {
  /// What an `async` function returns or throws.
  @usableFromInline
  init(isolation: isolated (any Actor)?, catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
