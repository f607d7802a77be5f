import PromiseSyntax
import SwiftSyntax

/// A function whose calls are resolved, with the names that it declares.
///
/// The names are collected once, because each call asks for them.
final class Caller {
  let function: FunctionDeclaration
  /// The name of the type around the function.
  let type: String?
  let isStatic: Bool
  private let parameterNames: Set<String>
  private let patternNames: Set<String>
  private lazy var bodyNames = function.body.map { Set(References.declaredNames(in: $0)) } ?? []

  init(_ function: FunctionDeclaration, _ body: FunctionBody) {
    self.function = function
    type = function.containers.last { $0.kind != .function }?.name
    isStatic = function.isStatic
    patternNames = Set(body.patterns.map(\.identifier.text))
    parameterNames = Set(function.parameters.map { ($0.secondName ?? $0.firstName).text })
  }

  /// Whether a parameter or a pattern in the body has a name.
  func declares(_ name: String) -> Bool { parameterNames.contains(name) || patternNames.contains(name) }

  /// Whether a pattern, a function or the parameter of a closure in the body has a name.
  func declaresInBody(_ name: String) -> Bool { bodyNames.contains(name) }

  /// Returns the type of a parameter.
  func type(ofParameter name: String) -> String? {
    function.parameters.first { ($0.secondName ?? $0.firstName).text == name }?.type.nameWithoutArguments
  }
}
