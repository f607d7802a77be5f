import SwiftSyntax

/// Finds out whether a parameter, a variable or a property hides a function of the library.
///
/// The names of each block are read once, so that a long block with many calls takes linear time.
struct HidingNames {
  private var names: [SyntaxIdentifier: Set<String>] = [:]

  /// Whether a parameter, a variable or a property around a call has the name of the function.
  mutating func hide(_ name: String, around call: FunctionCallExprSyntax) -> Bool {
    var current = call.parent
    while let node = current {
      switch node.as(SyntaxEnum.self) {
      case .functionDecl(let function):
        if function.signature.declaresParameter(name) { return true }
      case .initializerDecl(let initializer):
        if initializer.signature.declaresParameter(name) { return true }
      case .closureExpr(let closure):
        if closure.signature?.parameterClause?.declares(name) ?? false { return true }
      case .codeBlockItemList(let items):
        if declares(name, node.id, items.lazy.compactMap { $0.item.as(VariableDeclSyntax.self) }) { return true }
      case .memberBlockItemList(let members):
        if declares(name, node.id, members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }) { return true }
      default: break
      }
      current = node.parent
    }
    return false
  }

  private mutating func declares(
    _ name: String, _ block: SyntaxIdentifier, _ variables: some Sequence<VariableDeclSyntax>
  ) -> Bool {
    if let known = names[block] { return known.contains(name) }
    var declared: Set<String> = []
    for variable in variables {
      for binding in variable.bindings {
        if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text { declared.insert(name) }
      }
    }
    names[block] = declared
    return declared.contains(name)
  }
}

extension FunctionSignatureSyntax {
  fileprivate func declaresParameter(_ name: String) -> Bool {
    parameterClause.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
  }
}

extension ClosureSignatureSyntax.ParameterClause {
  fileprivate func declares(_ name: String) -> Bool {
    switch self {
    case .simpleInput(let names): names.contains { $0.name.text == name }
    case .parameterClause(let list): list.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    }
  }
}
