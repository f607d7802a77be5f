extension Result where Success: Sendable, Failure == any Error {
  /// Creates a result from the value that an `async` function returns or the error that it throws.
  @usableFromInline
  package init(isolation: isolated (any Actor)?, catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
