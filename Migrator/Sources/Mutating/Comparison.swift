import SwiftSyntax

/// A comparison with `<`, `<=`, `>` or `>=` in a sequence of operands and operators.
struct Comparison {
  /// The operator that replaces the one in the source.
  let replacement: String
  /// The index of the operator.
  let index: Int
  /// The indices of the elements that the comparison consists of.
  let operands: Range<Int>

  private static let replacements = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  /// The operators that bind less tightly than a comparison.
  private static let looseOperators: Set = ["&&", "||"]

  /// Returns the comparisons in a sequence.
  ///
  /// There is at most one between two operators of lower precedence, because comparisons cannot be chained.
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
