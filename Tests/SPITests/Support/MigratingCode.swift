import PromiseCore
import Testing

/// Test cases that use deprecated names, as migrating code does.
///
/// A test function cannot be deprecated, so it would cause a warning for each name. The cases are therefore values of a
/// deprecated property, which the test reaches through this protocol, whose requirement is not deprecated.
protocol MigratingCode {
  static var cases: [Case] { get }
}

/// A named test case.
struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let body: @Sendable () async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
    testDescription = name
    self.body = body
  }
}

func cases<Code: MigratingCode>(of code: Code.Type) -> [Case] { code.cases }

/// Returns a pending promise and its resolver, where overload resolution would prefer the form of google/promises.
func pendingPair<Value: Sendable>(of type: Value.Type) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
  Promise.pending()
}
