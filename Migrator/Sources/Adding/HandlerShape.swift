import PromiseSyntax
import SwiftSyntax

/// The parameters of a completion handler, and the value of the promise that takes its place.
struct HandlerShape {
  /// The type of the promise's value.
  let value: TypeSyntax
  /// Whether `wrap` has a form for the handler. Otherwise the twin settles a resolver itself.
  let isWrappable: Bool
  /// The statement that settles a promise in a closure that takes the place of the handler.
  let resolution: String

  /// Finds the shape of a handler.
  ///
  /// - Parameters:
  ///   - function: The type of the handler.
  ///   - container: The types that contain the function with the handler.
  /// - Throws: An ``Obstacle`` if the parameters of the handler do not determine the outcome.
  init(_ function: FunctionTypeSyntax, in container: String, knowing knowledge: Knowledge) throws(Obstacle) {
    let types = function.parameters.map { TypeText.withoutParentheses($0.type) }
    if types.contains(where: TypeText.containsFunction) {
      throw Obstacle(
        "closure-value", "The completion handler receives a function, which cannot be the value of a promise.")
    }
    if function.parameters.contains(where: { $0.ellipsis != nil || $0.type.is(AttributedTypeSyntax.self) }) {
      throw Self.unknown(function)
    }
    switch types.count {
    case 0:
      self.init(value: "Void", isWrappable: true, resolution: "resolver.fulfill()")
    case 1:
      let type = knowledge.aliases.expanding(types[0], in: container) ?? types[0]
      self = try Self(single: type, of: function, knowledge)
    default:
      self = try Self(several: types, of: function, knowledge)
    }
  }

  private init(value: String, isWrappable: Bool, resolution: String) {
    self.value = TypeText.parse(value)
    self.isWrappable = isWrappable
    self.resolution = resolution
  }

  private init(single type: TypeSyntax, of function: FunctionTypeSyntax, _ knowledge: Knowledge) throws(Obstacle) {
    if let wrapped = TypeText.wrapped(type), knowledge.isError(wrapped) {
      self.init(value: "Void", isWrappable: true, resolution: "resolver.resolve($0)")
    } else if knowledge.isError(type) {
      throw Obstacle(
        "handler-shape", "The handler receives only an error, so that a success cannot be recognized.")
    } else if TypeText.simpleName(type) == "Result", let clause = type.genericArguments {
      guard clause.count == 2, case .type(let value)? = clause.first?.argument else { throw Self.unknown(function) }
      self.init(value: value.trimmedText, isWrappable: true, resolution: "resolver.resolve($0)")
    } else {
      self.init(value: type.trimmedText, isWrappable: true, resolution: "resolver.fulfill($0)")
    }
  }

  private init(several types: [TypeSyntax], of function: FunctionTypeSyntax, _ knowledge: Knowledge) throws(Obstacle) {
    func isError(_ type: TypeSyntax) -> Bool { knowledge.isError(TypeText.wrapped(type) ?? type) }
    let errors = types.indices.filter { isError(types[$0]) }
    guard errors.count <= 1, errors.allSatisfy({ TypeText.wrapped(types[$0]) != nil }) else {
      throw Self.unknown(function)
    }
    if types.count == 2, let error = errors.first {
      let value = types[1 - error]
      let text = (TypeText.wrapped(value) ?? value).trimmedText
      self.init(value: text, isWrappable: true, resolution: "resolver.resolve($\(1 - error), $\(error))")
      return
    }
    let isPlain = errors.isEmpty
    // An optional at the end may be an error of another module.
    let isClear = isPlain ? TypeText.wrapped(types[types.count - 1]) == nil : errors == [types.count - 1]
    guard isClear else { throw Self.unknown(function) }
    let values = isPlain ? types : types.dropLast()
    let tuple = "(\(values.map(\.trimmedText).joined(separator: ", ")))"
    let arguments = "(\(values.indices.map { "$\($0)" }.joined(separator: ", ")))"
    self.init(
      value: tuple, isWrappable: !isPlain && values.count == 2 && values.allSatisfy { TypeText.wrapped($0) != nil },
      resolution: isPlain ? "resolver.fulfill(\(arguments))" : "resolver.resolve(\(arguments), $\(values.count))")
  }

  private static func unknown(_ function: FunctionTypeSyntax) -> Obstacle {
    let arguments = function.parameters.trimmedText
    return Obstacle(
      "handler-shape",
      "The parameters of the handler, (\(arguments)), do not show which is the value and which the error. Write the twin by hand."
    )
  }
}

extension TypeSyntax {
  /// The generic arguments of a named type.
  fileprivate var genericArguments: GenericArgumentListSyntax? {
    self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause?.arguments
  }
}
