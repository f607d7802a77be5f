import PromiseSyntax

/// An expression without promises.
struct Plain {
  /// The operations whose replacement needs more than the new expression.
  enum Kind { case other, timer, limit }

  /// The text, without `try` and `await`.
  var text: String
  /// Whether the expression needs `try`.
  var canThrow = true
  /// The files whose functions it calls.
  var files: Set<PlainSwiftFile> = []
  var kind = Kind.other

  /// The text with the keywords that it needs.
  var awaited: String { (canThrow ? "try await " : "await ") + text }
}
