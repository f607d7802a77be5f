import SourceEditing
package import SwiftSyntax

/// A function or an initializer.
package struct FunctionDeclaration {
  /// How a function delivers its result.
  package enum Style: String, Sendable, Codable, CaseIterable {
    case synchronous
    case callback
    case promise
    case async
  }

  package let node: DeclSyntax
  /// The name, or `init`.
  package let name: String
  /// The names of the types, extended types and functions that contain the declaration, from the outside in.
  package let containers: [Container]
  package let signature: FunctionSignatureSyntax
  package let modifiers: DeclModifierListSyntax
  package let attributes: AttributeListSyntax
  package let genericParameters: GenericParameterClauseSyntax?
  package let genericWhereClause: GenericWhereClauseSyntax?
  package let body: CodeBlockSyntax?
  /// The promise that the function returns.
  package let promise: PromiseType?
  /// The completion handler: the last parameter with the type and the name of one, or one that receives an error or a
  /// `Result`.
  package let callback: Callback?

  package typealias Callback = (parameter: FunctionParameterSyntax, type: CallbackType)

  /// A type, extension or function that contains a declaration.
  package struct Container {
    package enum Kind: Sendable { case type, `protocol`, `extension`, function }
    package let kind: Kind
    package let name: String
    package let node: Syntax
  }

  package init?(_ node: some SyntaxProtocol) {
    if let function = node.as(FunctionDeclSyntax.self) {
      self.node = DeclSyntax(function)
      name = function.name.text
      signature = function.signature
      modifiers = function.modifiers
      attributes = function.attributes
      genericParameters = function.genericParameterClause
      genericWhereClause = function.genericWhereClause
      body = function.body
    } else if let initializer = node.as(InitializerDeclSyntax.self) {
      self.node = DeclSyntax(initializer)
      name = "init"
      signature = initializer.signature
      modifiers = initializer.modifiers
      attributes = initializer.attributes
      genericParameters = initializer.genericParameterClause
      genericWhereClause = initializer.genericWhereClause
      body = initializer.body
    } else {
      return nil
    }
    containers = Container.all(around: node)
    promise = PromiseType(signature.returnClause?.type)
    callback = Self.callback(in: signature.parameterClause.parameters)
  }

  package var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

  package func has(_ modifier: String) -> Bool { modifiers.contains { $0.name.text == modifier } }

  package func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.isWritten(name) }
  }

  package var isAsync: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }
  package var isThrowing: Bool { signature.effectSpecifiers?.throwsClause != nil }
  package var isStatic: Bool { has("static") || has("class") }

  /// The access modifier, such as `public`.
  package var access: String? {
    modifiers.first { ["open", "public", "package", "internal", "fileprivate", "private"].contains($0.name.text) }?.name
      .text
  }

  private static func callback(in parameters: FunctionParameterListSyntax) -> Callback? {
    for parameter in parameters.reversed() {
      guard let type = CallbackType(parameter.type) else { continue }
      if isCompletionHandler(parameter, type) { return (parameter, type) }
    }
    return nil
  }

  /// Whether the name of a parameter or the parameters of its type indicate a completion handler.
  ///
  /// - Parameters:
  ///   - type: The type of the parameter, or the type that its `typealias` stands for.
  package static func isCompletionHandler(_ parameter: FunctionParameterSyntax, _ type: CallbackType) -> Bool {
    let name = (parameter.secondName ?? parameter.firstName).text.lowercased()
    let label = parameter.firstName.text.lowercased()
    return name.mentions(anyOf: callbackNames) || label.mentions(anyOf: callbackNames)
      || type.parameters.contains { CallbackType.isError($0) || CallbackType.isResult($0) }
  }

  private static let callbackNames = ["completion", "callback", "handler", "reply", "oncomplet", "ondone", "finish"]

  /// How the function delivers its result.
  package var style: Style {
    if isAsync {
      .async
    } else if promise != nil {
      .promise
    } else if callback != nil {
      .callback
    } else {
      .synchronous
    }
  }

  /// A text that is the same for all styles of a function: the containers, the name, and the parameters without the
  /// completion handler.
  package var identity: String { identity(handler: style == .callback ? callback?.parameter.id : nil) }

  /// Returns the ``identity`` of a function with a known completion handler.
  package func identity(handler: SyntaxIdentifier?) -> String {
    "\(containers.map(\.name).joined(separator: ".")).\(memberIdentity(handler: handler))"
  }

  /// Returns the ``identity`` without the containers.
  package func memberIdentity(handler: SyntaxIdentifier? = nil) -> String {
    // The filter of the collection itself would copy the syntax tree of the file.
    let others = Array(parameters).filter { $0.id != handler }
    let list = others.map { "\($0.firstName.text): \($0.type.normalized)" }.joined(separator: ", ")
    return "\(name)(\(list))\(isStatic ? " static" : "")"
  }

  /// The name with its labels, such as `user(id:)`.
  package var fullName: String {
    "\(name)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
  }

  /// Returns all functions and initializers of a file, in order.
  package static func all(in tree: some SyntaxProtocol) -> [FunctionDeclaration] {
    let collector = FunctionCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    return collector.functions
  }

  /// Returns the functions and initializers of a file that are not local to a function or a closure, in order.
  package static func allButLocal(in tree: some SyntaxProtocol) -> [FunctionDeclaration] {
    let collector = MemberCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    return collector.functions
  }
}

/// Collects functions without reading bodies, which are the largest part of most files.
private final class MemberCollector: SyntaxVisitor {
  var functions: [FunctionDeclaration] = []

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let function = FunctionDeclaration(node) { functions.append(function) }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let function = FunctionDeclaration(node) { functions.append(function) }
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

private final class FunctionCollector: SyntaxVisitor {
  var functions: [FunctionDeclaration] = []

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let function = FunctionDeclaration(node) { functions.append(function) }
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let function = FunctionDeclaration(node) { functions.append(function) }
    return .visitChildren
  }
}

extension FunctionDeclaration.Container {
  /// Returns the declarations that contain a node, from the outside in.
  package static func all(around node: some SyntaxProtocol) -> [Self] {
    var result: [Self] = []
    var current = node.parent
    while let parent = current {
      let found: (Kind, String)? =
        switch parent.as(SyntaxEnum.self) {
        case .classDecl(let node): (.type, node.name.text)
        case .structDecl(let node): (.type, node.name.text)
        case .enumDecl(let node): (.type, node.name.text)
        case .actorDecl(let node): (.type, node.name.text)
        case .protocolDecl(let node): (.protocol, node.name.text)
        case .extensionDecl(let node): (.extension, node.extendedType.trimmedText)
        case .functionDecl(let node): (.function, node.name.text)
        case .initializerDecl: (.function, "init")
        case .accessorDecl, .closureExpr, .deinitializerDecl: (.function, "")
        // A getter without `get`.
        case .accessorBlock(let block) where block.accessors.is(CodeBlockItemListSyntax.self): (.function, "")
        default: nil
        }
      if let (kind, name) = found { result.append(Self(kind: kind, name: name, node: parent)) }
      current = parent.parent
    }
    return result.reversed()
  }
}
