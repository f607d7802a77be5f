import TestSupport

/// Throws an error after a suspension point.
func fail<Value>() async throws -> Value {
  await Task.yield()
  throw TestError.one
}
