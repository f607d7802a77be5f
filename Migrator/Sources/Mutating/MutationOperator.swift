/// A kind of mutation.
package enum MutationOperator: String, CaseIterable, Codable, Sendable {
  /// A condition is negated, or the result of a Boolean function or property.
  case negate
  /// A comparison includes its bound, or excludes it.
  case boundary
  /// A statement is not executed.
  case drop
  /// A number is one higher, or a different one.
  case constant
  /// A Boolean literal is inverted.
  case boolean
  /// `nil` replaces a value.
  case none
  /// A policy replaces the opposite one.
  case policy
  /// A parameter is ignored: its default value replaces it.
  case ignore
  /// The body of an overload replaces that of one with more parameters.
  case sibling
}
