import PromiseSyntax

/// An expression without promises.
struct Plain {
  /// The text, without `try` and `await`.
  var text: String
  /// Whether the expression needs `try`.
  var canThrow = true
  /// The files whose functions it calls.
  var files: Set<PlainSwiftFile> = []

  /// The text with the keywords that it needs.
  var awaited: String { (canThrow ? "try await " : "await ") + text }
}
