import TestSupport

/// Returns 1 for the error `TestError.one` after a suspension point, and throws every other error.
func number(for error: any Error) async throws -> Int {
  await Task.yield()
  guard error as? TestError == .one else { throw error }
  return 1
}
