import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Computed properties that return a chain. Properties cannot be overloaded, so they have no async form.
enum ChainProperties {
  static func remarks(in source: SourceText) -> [Remark] {
    let collector = PropertyCollector(viewMode: .sourceAccurate)
    collector.walk(source.tree)
    return collector.properties.map { property in
      let message =
        "\(property.pattern.trimmedText) is a property, which cannot have an async form of the same name. Make it a function."
      return Remark(.left, in: source, at: property.pattern, reason: "property", message: message)
    }
  }
}

private final class PropertyCollector: SyntaxVisitor {
  var properties: [PatternBindingSyntax] = []

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if PromiseType(node.typeAnnotation?.type) != nil, let accessors = node.accessorBlock,
      References.startsChain(in: accessors) || returnsChain(accessors)
    {
      properties.append(node)
    }
    return .visitChildren
  }

  private func returnsChain(_ accessors: AccessorBlockSyntax) -> Bool {
    guard case .getter(let statements) = accessors.accessors else { return false }
    return ReturnStatements.results(of: statements, ReturnStatements.all(in: statements)).contains(
      where: FunctionUnchaining.isChain)
  }
}
