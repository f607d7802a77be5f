import PromiseSyntax
import SwiftSyntax

/// A call of a function, as far as the syntax shows its target.
struct Call: Hashable, Sendable {
  /// The receiver of a call.
  enum Receiver: Hashable, Sendable {
    /// Nothing, `self` or `Self`, inside a type if there is one.
    case implicit(enclosingType: String?)
    /// A type.
    case type(String)
    /// Any other expression.
    case value
  }

  /// An argument in parentheses.
  struct Argument: Hashable, Sendable {
    /// The label; `_` stands for none.
    let label: String
    /// Whether the argument is the literal `nil`.
    let isNil: Bool
  }

  let name: String
  let receiver: Receiver
  let arguments: [Argument]
  let trailingClosureCount: Int
  /// Whether the call can be one of the promise form of a function that has an `async` form as well.
  let mayReturnPromise: Bool

  /// Whether the arguments match the parameters of a function.
  ///
  /// A call of a function with a completion handler matches only if it passes a handler: otherwise it does not wait for
  /// the result.
  func fits(_ function: FunctionUse) -> Bool {
    guard name == function.baseName else { return false }
    let parameters = function.parameters
    var index = 0
    var passesHandler = function.handlerIndex == nil
    for argument in arguments {
      if index > 0, argument.label == "_", parameters[index - 1].isVariadic { continue }
      while index < parameters.count, parameters[index].label != argument.label {
        guard parameters[index].isOptional else { return false }
        index += 1
      }
      guard index < parameters.count else { return false }
      if index == function.handlerIndex, !argument.isNil { passesHandler = true }
      index += 1
    }
    if let handlerIndex = function.handlerIndex, handlerIndex >= index, trailingClosureCount > 0 {
      passesHandler = true
    }
    let rest = parameters[index...]
    return passesHandler && rest.count { !$0.isOptional } <= trailingClosureCount && trailingClosureCount <= rest.count
  }
}

/// Collects the calls of a file in order, and which of them are inside each function.
final class CallCollector: SyntaxVisitor {
  private(set) var calls: [Call] = []
  /// The calls inside each function, by the identifier of its declaration.
  private(set) var ranges: [SyntaxIdentifier: Range<Int>] = [:]
  /// The names that stand as arguments.
  private(set) var arguments: Set<String> = []
  /// The types that have the name of a type of this library.
  private(set) var namesakes: Set<String> = []
  private let mentionsAwait: Bool
  private var starts: [Int] = []
  private var types: [String] = []

  /// Creates a collector for a file.
  ///
  /// - Parameter mentionsAwait: Whether the file contains `await` or `async let`.
  init(mentionsAwait: Bool) {
    self.mentionsAwait = mentionsAwait
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = call(node) { calls.append(call) }
    return .visitChildren
  }

  private func call(_ node: FunctionCallExprSyntax) -> Call? {
    let name: String
    let receiver: Call.Receiver
    if let function = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      name = function.baseName.text
      receiver = .implicit(enclosingType: types.last)
    } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      name = member.declName.baseName.text
      // A method of `super` is rarely declared in the scanned files.
      guard !(member.base?.is(SuperExprSyntax.self) ?? false) else { return nil }
      receiver = self.receiver(member.base)
    } else {
      return nil
    }
    return Call(
      name: name, receiver: receiver,
      arguments: node.arguments.map {
        Call.Argument(label: $0.label?.text ?? "_", isNil: $0.expression.is(NilLiteralExprSyntax.self))
      },
      trailingClosureCount: (node.trailingClosure == nil ? 0 : 1) + node.additionalTrailingClosures.count,
      mayReturnPromise: !mentionsAwait || node.mayReturnPromise)
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if let function = node.expression.as(DeclReferenceExprSyntax.self) {
      arguments.insert(function.baseName.text)
    } else if let member = node.expression.as(MemberAccessExprSyntax.self), member.base != nil {
      arguments.insert(member.declName.baseName.text)
    }
    return .visitChildren
  }

  private func receiver(_ base: ExprSyntax?) -> Call.Receiver {
    // The name of a type begins with a capital letter, and so does the last one of several.
    let name: String? =
      if let reference = base?.as(DeclReferenceExprSyntax.self) {
        reference.baseName.text
      } else if let member = base?.as(MemberAccessExprSyntax.self) {
        member.declName.baseName.text
      } else {
        nil
      }
    guard let name else { return .value }
    if name == "self", base?.is(DeclReferenceExprSyntax.self) ?? false { return .implicit(enclosingType: types.last) }
    if name == "Self" { return .implicit(enclosingType: types.last) }
    return name.first?.isUppercase ?? false ? .type(name) : .value
  }

  // MARK: - Functions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { begin() }
  override func visitPost(_ node: FunctionDeclSyntax) { end(node.id) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { begin() }
  override func visitPost(_ node: InitializerDeclSyntax) { end(node.id) }

  private func begin() -> SyntaxVisitorContinueKind {
    starts.append(calls.count)
    return .visitChildren
  }

  private func end(_ id: SyntaxIdentifier) { ranges[id] = starts.removeLast()..<calls.count }

  // MARK: - Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name.text) }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name.text) }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name.text) }
  override func visitPost(_ node: ProtocolDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(String(node.extendedType.trimmedText.split(separator: ".").last ?? ""))
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  private func declare(_ type: String) -> SyntaxVisitorContinueKind {
    if DeclaredNames.canHideType(type) { namesakes.insert(type) }
    return enter(type)
  }

  private func enter(_ type: String) -> SyntaxVisitorContinueKind {
    types.append(type)
    return .visitChildren
  }
}
