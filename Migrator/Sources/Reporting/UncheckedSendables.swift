import PromiseSyntax
import SwiftSyntax

/// Finds types that are declared `@unchecked Sendable`.
final class UncheckedSendables: SyntaxVisitor {
  private let finder: PlaceFinder
  private var places: [Place] = []

  static func all(in tree: SourceFileSyntax, _ finder: PlaceFinder) -> [Place] {
    let visitor = UncheckedSendables(finder)
    visitor.walk(tree)
    return visitor.places
  }

  private init(_ finder: PlaceFinder) {
    self.finder = finder
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: InheritedTypeSyntax) -> SyntaxVisitorContinueKind {
    guard let type = node.type.as(AttributedTypeSyntax.self),
      type.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "unchecked" }),
      type.baseType.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "Sendable" }),
      // The type or the extension whose conformance it is.
      let declaration = node.parent?.parent?.parent
    else { return .visitChildren }
    places.append(finder.place(of: declaration, kind: "@unchecked Sendable", to: node))
    return .visitChildren
  }
}
