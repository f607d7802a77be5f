import PromiseSyntax

/// How the value and the errors of an expression are used.
struct Target {
  enum Use: Hashable {
    /// The value is the result of the function.
    ///
    /// - Parameter isLast: Whether nothing follows, so that a function without a value needs no `return`.
    case result(isLast: Bool)
    /// The value is bound to a new constant. The text is a pattern: `user`, `user: User`, or `(user, avatar)`.
    case bind(String)
    /// The value is assigned to a constant that is declared outside.
    case assign(String)
    /// The value is not used.
    case discard
  }

  var use: Use
  /// Whether the statements may throw errors: the function throws, or a `do` block around them catches.
  var canThrow: Bool
  /// Whether the expression is behind `try`, which its statements keep.
  var isAttempt = false
  /// Whether the expression is a promise or a guarantee, if the code around it determines that.
  var kind: PromiseType.Kind?

  /// Returns the target with another use of the value.
  func with(_ use: Use) -> Target { Target(use: use, canThrow: canThrow, isAttempt: isAttempt, kind: kind) }

  var isResult: Bool { if case .result = use { true } else { false } }

  /// Whether the type of the value is known from the target.
  var isTyped: Bool {
    switch use {
    case .result, .assign: true
    case .bind(let pattern): pattern.contains(": ")
    case .discard: false
    }
  }

  /// The name or the pattern of the new constant, if its type is inferred.
  var untypedPattern: String? {
    if case .bind(let pattern) = use, !pattern.contains(": ") { pattern } else { nil }
  }
}
