/// What becomes of the value of an expression.
enum Target: Hashable {
  /// It is the result of the function.
  ///
  /// - Parameter isLast: Whether nothing follows, so that a function without a value needs no `return`.
  case result(isLast: Bool)
  /// It is bound to a new constant. The text is a pattern: `user`, `user: User`, or `(user, avatar)`.
  case bind(String)
  /// It is assigned to a constant that is declared outside.
  case assign(String)
  /// It is not used.
  case discard
}
