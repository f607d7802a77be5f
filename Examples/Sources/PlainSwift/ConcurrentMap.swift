extension Sequence where Element: Sendable {
  /// Transforms the elements with an `async` function, at most `maxConcurrent` at a time.
  ///
  /// ```swift
  /// let images = try await urls.concurrentMap(maxConcurrent: 4) { try await load($0) }
  /// ```
  ///
  /// The first error cancels the calls that are running. This method throws the error after they have returned.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of calls in progress, at least 1.
  ///   - transform: Called with an element, in a child task.
  /// - Returns: The results, in the order of the elements.
  public nonisolated(nonsending) func concurrentMap<Output: Sendable>(
    maxConcurrent: Int, _ transform: @escaping @Sendable (Element) async throws -> Output
  ) async throws -> [Output] {
    var outputs: [Int: Output] = [:]
    try await enumerated().map { ($0.offset, $0.element) }.concurrentForEach(maxConcurrent: maxConcurrent) {
      ($0.0, try await transform($0.1))
    } receive: {
      outputs[$0.0] = $0.1
    }
    return outputs.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Transforms the elements with an `async` function, at most `maxConcurrent` at a time, and passes each result on as
  /// soon as it is there.
  ///
  /// An error of `transform` or `receive` cancels the calls that are running. This method throws the error after they
  /// have returned. While `receive` runs, no further call starts.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of calls in progress, at least 1.
  ///   - transform: Called with an element, in a child task.
  ///   - receive: Called with each result, in the order in which the calls return, with the isolation of the caller.
  public nonisolated(nonsending) func concurrentForEach<Output: Sendable>(
    maxConcurrent: Int, _ transform: @escaping @Sendable (Element) async throws -> Output,
    receive: nonisolated(nonsending) (Output) async throws -> Void
  ) async throws {
    precondition(maxConcurrent > 0, "Invalid argument: maxConcurrent must be at least 1.")
    try await withThrowingTaskGroup(of: Output.self) { group in
      var running = 0
      for element in self {
        if running == maxConcurrent, let output = try await group.next() {
          running -= 1
          try await receive(output)
        }
        group.addTask { try await transform(element) }
        running += 1
      }
      while let output = try await group.next() { try await receive(output) }
    }
  }
}
