import PromiseCore
import Testing

/// Code that is full of deprecated names, as that of a file on its way here is.
///
/// A test may not be deprecated itself, and would have a warning for each of them. So the tests are values, in a
/// property that is deprecated, of a type that is known to `run` by a protocol, which is not.
protocol MigratingCode {
  static var cases: [Case] { get }
}

/// A test by its name.
struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let body: @Sendable () async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
    testDescription = name
    self.body = body
  }
}

func cases<Code: MigratingCode>(of code: Code.Type) -> [Case] { code.cases }

/// A pending promise with its resolver, where google/promises' own form would be preferred.
func pendingPair<Value: Sendable>(of type: Value.Type) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
  Promise.pending()
}
