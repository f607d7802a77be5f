import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Where a twin is written.
enum Insertion: Hashable {
  /// After the original.
  case beside
  /// In an extension after a declaration at the top level.
  ///
  /// The declaration is indented inside of an `#if`.
  case inExtension(header: [String], after: AbsolutePosition, indentation: String)
  /// At the end of the file.
  case atEnd(AbsolutePosition)

  init(of original: Original, _ placement: AddOptions.Placement, in source: SourceText) throws(Obstacle) {
    let function = original.function
    guard original.function.isRequirement || placement == .extension else {
      self = .beside
      return
    }
    let outermost = function.containers.first.map { $0.node } ?? Syntax(function.node)
    // If the type or the function is conditional, so is the twin.
    let isConditional = outermost.isConditional(in: Syntax(source.tree))
    let end: AbsolutePosition
    if isConditional || function.isRequirement && placement == .beside {
      end = outermost.endOfItem
    } else {
      end = source.tree.endOfStatements
    }
    guard let container = function.containers.last else {
      self = isConditional ? .beside : .atEnd(end)
      return
    }
    let isUnreachable = function.containers.dropFirst().contains { $0.isPrivate }
    if isUnreachable || function.node.isConditional(in: container.node) {
      guard !function.isRequirement else {
        throw Obstacle(
          "private-protocol", "An extension at the top level cannot see the protocol of \(function.fullName).")
      }
      self = .beside
      return
    }
    let start = outermost.positionAfterSkippingLeadingTrivia.utf8Offset
    let indentation = isConditional ? Indentation.ofLine(at: start, in: source.text) : ""
    self = .inExtension(header: Self.header(function), after: end, indentation: indentation)
  }

  /// The attributes, and the line that begins the extension.
  private static func header(_ function: FunctionDeclaration) -> [String] {
    let container = function.containers[function.containers.count - 1]
    var attributes: [String] = []
    for container in function.containers {
      for attribute in container.attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
        let name = attribute.attributeName.trimmedText
        let isOfExtension = container.kind == .extension && (name.hasSuffix("Actor") || name == "objc")
        if name == "available" || isOfExtension { attributes.append(attribute.trimmedText) }
      }
    }
    guard let node = container.node.as(ExtensionDeclSyntax.self) else {
      return attributes + ["extension \(function.containers.map(\.name).joined(separator: ".")) {"]
    }
    let modifiers = node.modifiers.map { "\($0.trimmedText) " }.joined()
    let condition = node.genericWhereClause.map { " \($0.trimmedText)" } ?? ""
    return attributes + ["\(modifiers)extension \(node.extendedType.trimmedText)\(condition) {"]
  }
}

extension FunctionDeclaration.Container {
  fileprivate var attributes: AttributeListSyntax {
    node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }

  fileprivate var isPrivate: Bool {
    node.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains { $0.name.text == "private" } ?? false
  }
}

extension SyntaxProtocol {
  /// The end of the declaration, with a semicolon and the comment on the same line.
  var endOfItem: AbsolutePosition {
    if let item = parent?.as(MemberBlockItemSyntax.self) { return item.endPosition }
    if let item = parent?.as(CodeBlockItemSyntax.self) { return item.endPosition }
    return endPosition
  }
}

extension SourceFileSyntax {
  /// The end of the last statement, with the comment on the same line.
  fileprivate var endOfStatements: AbsolutePosition { statements.last?.endPosition ?? position }
}
