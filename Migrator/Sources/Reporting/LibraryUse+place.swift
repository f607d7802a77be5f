import PromiseSyntax
import SwiftSyntax

extension LibraryUse {
  /// Makes the place of a use that the report lists.
  func place(_ finder: PlaceFinder) -> Place? {
    switch operation {
    case .storedPromise: finder.place(of: variable, kind: isProperty ? "property" : "variable")
    case .error: finder.place(of: expression, kind: errorKind)
    default: nil
    }
  }

  /// Whether a binding declares a property.
  private var isProperty: Bool {
    let item = node.firstParent { $0.is(MemberBlockItemSyntax.self) || $0.is(CodeBlockItemSyntax.self) }
    return item?.is(MemberBlockItemSyntax.self) ?? false
  }

  /// The declaration of a binding, unless it declares several variables.
  private var variable: Syntax {
    guard let list = node.parent, let declaration = list.parent?.as(VariableDeclSyntax.self),
      declaration.bindings.count == 1
    else { return node }
    return Syntax(declaration)
  }

  /// The code around an error that says what happens to it, such as `error as? PromiseError`.
  private var expression: Syntax {
    let around = node.firstParent {
      $0.is(CatchItemSyntax.self) || $0.is(SequenceExprSyntax.self) || $0.is(MatchingPatternConditionSyntax.self)
        || $0.is(LabeledExprSyntax.self) || $0.is(CodeBlockItemSyntax.self) || $0.is(MemberBlockItemSyntax.self)
    }
    guard let around, !around.is(CodeBlockItemSyntax.self), !around.is(MemberBlockItemSyntax.self) else { return node }
    return around
  }

  /// The name of the error, or `isCancelled`.
  private var errorKind: String {
    if let type = node.as(IdentifierTypeSyntax.self) { return type.name.text }
    return node.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? node.trimmedText
  }
}
