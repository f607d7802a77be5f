import SwiftSyntax

extension PatternBindingSyntax {
  /// What must be true for the binding to store a promise, or a collection of them; `nil` if it stores none.
  var storedPromiseCondition: LibraryUse.Condition? {
    guard let declaration = parent?.parent?.as(VariableDeclSyntax.self), !isComputed else { return nil }
    if let type = typeAnnotation?.type { return type.storedPromise.map { .noType($0) } }
    guard !declaration.modifiers.contains(where: { $0.name.text == "async" }), let value = initializer?.value else {
      return nil
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.is(ArrayExprSyntax.self) || call.calledExpression.is(DictionaryExprSyntax.self) {
        let names = call.calledExpression.tokens(viewMode: .sourceAccurate).map(\.text)
        return names.first(where: LibraryNames.promises.contains).map { .noType($0) }
      }
      // The name of a function is too little: `let stop = sdk.download(1)`.
      if let condition = value.promiseCondition, !condition.dependsOnResult { return condition }
    }
    return nil
  }

  private var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return !list.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension LibraryUse.Condition {
  fileprivate var dependsOnResult: Bool { if case .promise = self { true } else { false } }
}

extension TypeSyntax {
  /// The name of the promise that a value of the type stores, itself or in a collection.
  ///
  /// A function that returns a promise does not store it.
  fileprivate var storedPromise: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      if LibraryNames.promises.contains(type.name.text) { return type.name.text }
      return type.genericArgumentClause?.storedPromise
    case .memberType(let type):
      let isPromise = PromiseType(self) != nil
      return isPromise ? type.name.text : type.genericArgumentClause?.storedPromise
    case .optionalType(let type): return type.wrappedType.storedPromise
    case .implicitlyUnwrappedOptionalType(let type): return type.wrappedType.storedPromise
    case .arrayType(let type): return type.element.storedPromise
    case .dictionaryType(let type): return type.value.storedPromise
    case .tupleType(let type): return type.elements.lazy.compactMap(\.type.storedPromise).first
    case .attributedType(let type): return type.baseType.storedPromise
    default: return nil
    }
  }
}

extension GenericArgumentClauseSyntax {
  fileprivate var storedPromise: String? {
    arguments.lazy.compactMap { argument in
      if case .type(let type) = argument.argument { type.storedPromise } else { nil }
    }.first
  }
}
