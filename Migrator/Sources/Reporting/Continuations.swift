import SwiftSyntax

/// Finds the calls that suspend a task until a continuation is resumed.
final class Continuations: SyntaxVisitor {
  private static let functions: Set<String> = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation",
  ]

  private let finder: PlaceFinder
  private var places: [Place] = []

  static func all(in tree: SourceFileSyntax, _ finder: PlaceFinder) -> [Place] {
    let visitor = Continuations(finder)
    visitor.walk(tree)
    return visitor.places
  }

  private init(_ finder: PlaceFinder) {
    self.finder = finder
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledName, Self.functions.contains(name) {
      places.append(finder.place(of: node, kind: name))
    }
    return .visitChildren
  }
}
