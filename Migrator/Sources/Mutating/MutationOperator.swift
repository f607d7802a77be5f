/// A kind of mutation.
package enum MutationOperator: String, CaseIterable, Codable, Sendable {
  /// Negates a condition, or the result of a Boolean function or property.
  case negate
  /// Replaces `<` with `<=`, `>` with `>=`, and vice versa.
  case boundary
  /// Skips a statement.
  case drop
  /// Adds 1 to an integer literal, or replaces a floating-point literal with another number.
  case constant
  /// Inverts a Boolean literal.
  case boolean
  /// Replaces a value with `nil`, or flags with an empty set.
  case none
  /// Replaces a policy with its opposite.
  case policy
  /// Ignores an argument, and uses the default value of its parameter.
  case ignore
  /// Replaces the body of a function with that of an overload with fewer parameters.
  case sibling
}
