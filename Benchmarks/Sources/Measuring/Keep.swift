/// Consumes a value, so that the compiler cannot remove the code that computes it.
@inline(never)
public func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Stops the program if a workload did not produce the expected result.
@inline(never)
public func verify(_ found: Int, is expected: Int, _ what: StaticString = #function) {
  guard found == expected else { fatalError("\(what): \(found) instead of \(expected)") }
}
