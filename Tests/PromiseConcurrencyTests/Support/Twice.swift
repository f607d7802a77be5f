import TestSupport

/// Returns twice the number after a suspension point, or throws an error for a negative number.
func twice(_ number: Int) async throws -> Int {
  await Task.yield()
  if number < 0 { throw TestError.one }
  return number * 2
}
