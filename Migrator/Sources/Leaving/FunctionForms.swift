import PromiseSyntax
import SwiftSyntax

/// The functions of some files by name, as far as calls depend on their styles.
struct FunctionForms: Sendable {
  /// Functions with the same containers, name and parameters.
  fileprivate struct Function: Sendable {
    var styles: Set<FunctionDeclaration.Style> = []
    var asyncFormThrows = false
    /// Whether each form that returns a promise only calls the `async` form.
    var onlyForwards = true
    /// What the forms have to have in common: the type of the value, generic parameters, default values.
    var signatures: Set<String> = []
    /// Whether a form is visible in its file only.
    var hasPrivateForm: Set<Bool> = []
    var parameters = Parameters()
    /// The type around the function.
    var type: String?
  }

  private var functions: [String: [String: Function]] = [:]
  /// The types that declare functions of a name, with all styles. The empty name stands for no type.
  private var types: [String: Set<String>] = [:]

  init() {}

  init(_ declarations: [FunctionDeclaration]) {
    for declaration in declarations {
      types[declaration.name, default: []].insert(declaration.typeName ?? "")
      // A function that only adds a completion handler is not confused with one that returns a promise.
      guard declaration.style != .callback else { continue }
      functions[declaration.name, default: [:]][declaration.identity, default: Function()].add(declaration)
    }
  }

  mutating func merge(_ other: FunctionForms) {
    functions.merge(other.functions) { $0.merging($1) { $0.merging($1) } }
    types.merge(other.types) { $0.union($1) }
  }

  /// Whether a function of this name is declared.
  func declares(_ name: String) -> Bool { functions[name] != nil }

  /// Returns the types that declare a function of this name. The empty name stands for no type.
  func types(declaring name: String) -> Set<String> { types[name] ?? [] }

  /// Whether each function that a call may mean, and that returns a promise, has an `async` form that does the same.
  ///
  /// - Parameter types: The possible types of the object on which the function is called; `nil` if it is called without an
  ///   object or on `self`.
  /// - Returns: `nil` if that is not the case, and otherwise whether one of the `async` forms throws.
  func throwingOfAsyncForms(of call: FunctionCallExprSyntax, named name: String, types: Set<String>?) -> Bool? {
    guard call.trailingClosure == nil, call.additionalTrailingClosures.isEmpty else { return nil }
    let found = functions[name]?.values.filter { $0.parameters.accepts(call.argumentLabels) } ?? []
    if let types, types.isEmpty || !types.isSubset(of: found.compactMap(\.type)) { return nil }
    return Self.throwing(found)
  }

  /// Whether all forms of a function that returns a promise only forward to its `async` form.
  func hasAsyncForm(_ function: FunctionDeclaration) -> Bool {
    functions[function.name]?[function.identity].map { Self.throwing([$0]) != nil } ?? false
  }

  private static func throwing(_ found: [Function]) -> Bool? {
    guard found.allSatisfy({ $0.styles == [.async, .promise] ? $0.isSame : $0.styles == [.async] }),
      found.contains(where: { $0.styles.contains(.promise) })
    else { return nil }
    return found.contains(where: \.asyncFormThrows)
  }
}

extension FunctionForms.Function {
  /// Whether awaiting the promise has the same effect as calling the `async` form.
  fileprivate var isSame: Bool { onlyForwards && signatures.count == 1 && hasPrivateForm.count == 1 }

  fileprivate mutating func add(_ declaration: FunctionDeclaration) {
    parameters.merge(Parameters(declaration))
    type = declaration.typeName
    styles.insert(declaration.style)
    if declaration.isAsync, declaration.isThrowing { asyncFormThrows = true }
    if declaration.promise != nil, declaration.body != nil, PromiseForm(declaration) == nil { onlyForwards = false }
    signatures.insert(declaration.signatureOfValue)
    hasPrivateForm.insert(declaration.has("private") || declaration.has("fileprivate"))
  }

  fileprivate func merging(_ other: Self) -> Self {
    var parameters = parameters
    parameters.merge(other.parameters)
    return Self(
      styles: styles.union(other.styles), asyncFormThrows: asyncFormThrows || other.asyncFormThrows,
      onlyForwards: onlyForwards && other.onlyForwards, signatures: signatures.union(other.signatures),
      hasPrivateForm: hasPrivateForm.union(other.hasPrivateForm), parameters: parameters,
      type: type)
  }
}

extension FunctionDeclaration {
  /// The name of the type that declares the function.
  var typeName: String? { containers.last { $0.kind != .function }?.typeName }

  /// A text that is the same for all forms of a function that can replace each other.
  fileprivate var signatureOfValue: String {
    let result = promise?.value ?? signature.returnClause?.type
    let value = result.map(\.normalized).map { ["Void", "( )"].contains($0) ? "Void" : $0 } ?? "Void"
    let defaults = parameters.map { $0.defaultValue?.normalized ?? "" }.joined(separator: ",")
    let generics = (genericParameters?.normalized ?? "") + (genericWhereClause?.normalized ?? "")
    return "\(value) \(defaults) \(generics)"
  }
}
