import PromiseCore

/// Runs `body`, and returns the diagnostic events of the promises that it creates, reported before it returns.
package func reports(_ body: () throws -> Void) rethrows -> [String] {
  let log = Log<String>()
  try PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
  return log.entries
}
