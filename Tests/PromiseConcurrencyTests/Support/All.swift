/// Returns all elements of an asynchronous sequence.
func all<Values: AsyncSequence>(_ values: Values) async throws -> [Values.Element] {
  try await values.reduce(into: []) { $0.append($1) }
}
