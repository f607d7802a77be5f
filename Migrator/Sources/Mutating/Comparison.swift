import SwiftSyntax

/// A comparison with `<`, `<=`, `>` or `>=` in a sequence of operands and operators.
struct Comparison {
  /// The operator with which the comparison includes its bound, or excludes it.
  let replacement: String
  /// The index of the operator.
  let index: Int
  /// The elements of the comparison.
  let operands: Range<Int>

  private static let replacements = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  /// The operators that bind less tightly than a comparison.
  private static let looseOperators: Set = ["&&", "||"]

  /// Returns the comparisons of a sequence. A part between two looser operators contains at most one.
  static func all(in elements: [ExprSyntax]) -> [Comparison] {
    var comparisons: [Comparison] = []
    for (index, element) in elements.enumerated() {
      guard let symbol = element.as(BinaryOperatorExprSyntax.self)?.operator.text, let other = replacements[symbol]
      else {
        continue
      }
      let first = elements[..<index].lastIndex(where: isLoose).map { $0 + 1 } ?? 0
      let end = elements[index...].firstIndex(where: isLoose) ?? elements.count
      comparisons.append(Comparison(replacement: other, index: index, operands: first..<end))
    }
    return comparisons
  }

  private static func isLoose(_ element: ExprSyntax) -> Bool {
    if element.is(AssignmentExprSyntax.self) || element.is(UnresolvedTernaryExprSyntax.self) { return true }
    guard let symbol = element.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return looseOperators.contains(symbol)
      || symbol.count == 2 && symbol.hasSuffix("=") && replacements[symbol] == nil
        && symbol != "==" && symbol != "!="
  }
}
