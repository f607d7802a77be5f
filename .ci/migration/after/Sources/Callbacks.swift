func user(_ id: Int, completion: @escaping @Sendable (Int?, Error?) -> Void) {}
func user(_ id: Int, completionHandler: @escaping @MainActor (Int?, Error?) -> Void, progress: @escaping @Sendable (Double) -> Void) {}
func user(
  _ id: Int,
  onHandler: @MainActor @escaping @Sendable (Int) -> Void
) {}
func note(_ line: String, callback: ((Error?) -> Void)? = nil) {}
func done(handler: @escaping @Sendable () -> Void) {}
func face(completion: @escaping @Sendable (Int?, Error?) -> Void) { load().complete(completion) }
func bridge() async -> Int {
  await withCheckedContinuation { continuation in continuation.resume(returning: 1) }
}
func bridgeThatThrows() async throws -> Int {
  try await withCheckedThrowingContinuation { continuation in continuation.resume(returning: 1) }
}
func wait() async throws { _ = try await load().get(timeout: 5) }
