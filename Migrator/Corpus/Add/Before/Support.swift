import PromiseConcurrency

/// A program that returns the lines that it would print.
package typealias Program = (name: String, run: @Sendable () async throws -> [String])

/// The error of the corpus.
struct Failure: Error, Equatable, CustomStringConvertible {
  let text: String
  var description: String { "Failure(\(text))" }
}

/// Calls a function with a completion handler, and waits for the handler.
func outcome(_ start: (@escaping @Sendable (String) -> Void) throws -> Void) async rethrows -> String {
  let (stream, continuation) = AsyncStream<String>.makeStream()
  try start {
    continuation.yield($0)
    continuation.finish()
  }
  for await line in stream { return line }
  return "no call"
}

/// Describes the arguments of a completion handler.
func text<Value>(_ value: Value?, _ error: (any Error)?) -> String {
  if let error { return "error: \(error)" }
  return value.map { "value: \($0)" } ?? "nothing"
}

/// Describes a result.
func text<Value, Failure: Error>(_ result: Result<Value, Failure>) -> String {
  switch result {
  case .success(let value): text(value, nil)
  case .failure(let error): text(nil as Value?, error)
  }
}

/// Describes what an async function returns or throws.
func text<Value>(_ body: () async throws -> Value) async -> String {
  do { return text(try await body(), nil) } catch { return text(nil as Value?, error) }
}
