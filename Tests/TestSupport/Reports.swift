import PromiseCore

/// What is reported of the promises that are made while `body` runs, by the time it has returned.
package func reports(_ body: () throws -> Void) rethrows -> [String] {
  let log = Log<String>()
  try PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
  return log.entries
}
