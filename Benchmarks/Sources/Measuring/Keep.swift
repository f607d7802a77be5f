/// Takes a value, so that the compiler cannot leave out what made it.
@inline(never)
public func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Stops the program if a workload did not do what it says.
@inline(never)
public func verify(_ found: Int, is expected: Int, _ what: StaticString = #function) {
  guard found == expected else { fatalError("\(what): \(found) instead of \(expected)") }
}
