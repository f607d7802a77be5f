import PromiseCore

extension Handler where Failure == any Error {
  /// Returns a handler that throws an error that this one returns.
  @_alwaysEmitIntoClient
  func throwingReturnedErrors() -> Handler {
    adapted { call, input in try Result.ofGoogle(try call(input)).get() }
  }
}

extension Result where Failure == any Error {
  /// Returns the outcome that google/promises derives from a value: a rejection if the value is an error.
  ///
  /// Overloads for errors could decide it at compile time, but with them, chains of `then` take the compiler twice as
  /// long.
  @_alwaysEmitIntoClient
  static func ofGoogle(_ value: Success) -> Result {
    if let error = value as? any Error, !(error is any BridgedValue) { .failure(error) } else { .success(value) }
  }
}

/// A type whose values are never errors for google/promises, which converts them to classes of Foundation first.
///
/// Many programs declare that strings are errors. The conformance then holds for the whole process.
@usableFromInline
protocol BridgedValue {}

extension String: BridgedValue {}
extension Substring: BridgedValue {}
extension Character: BridgedValue {}
extension Bool: BridgedValue {}
extension Int: BridgedValue {}
extension Int8: BridgedValue {}
extension Int16: BridgedValue {}
extension Int32: BridgedValue {}
extension Int64: BridgedValue {}
extension UInt: BridgedValue {}
extension UInt8: BridgedValue {}
extension UInt16: BridgedValue {}
extension UInt32: BridgedValue {}
extension UInt64: BridgedValue {}
extension Float: BridgedValue {}
extension Double: BridgedValue {}
extension Array: BridgedValue {}
extension Dictionary: BridgedValue {}
extension Set: BridgedValue {}
