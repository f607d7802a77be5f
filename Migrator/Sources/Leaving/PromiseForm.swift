import PromiseSyntax
import SwiftSyntax

/// A function that returns a promise and only calls its `async` form: `Promise { try await load(id) }`.
struct PromiseForm {
  let function: FunctionDeclaration

  init?(_ function: FunctionDeclaration) {
    guard let promise = function.promise, function.node.is(FunctionDeclSyntax.self), !function.isAsync,
      let call = function.body?.statements.onlyExpression?.as(FunctionCallExprSyntax.self),
      let creation = PromiseCreation(call), creation.kind == promise.kind, let closure = call.onlyClosure,
      let awaited = closure.onlyExpression?.awaitedCall,
      Self.name(calledBy: awaited) == function.name, function.isCalledWithItsParameters(by: awaited)
    else { return nil }
    self.function = function
  }

  private static func name(calledBy call: FunctionCallExprSyntax) -> String? {
    if let name = call.freeName { return name }
    guard let member = call.member, ["self", "Self"].contains(member.base.trimmedText) else { return nil }
    return member.name
  }

  /// Whether code outside the scanned files may call the function.
  var isPublic: Bool {
    if ["public", "open"].contains(function.access) { return true }
    guard function.access == nil, let container = function.containers.last, container.kind == .extension else {
      return false
    }
    return container.node.as(ExtensionDeclSyntax.self)?.modifiers.contains { $0.name.text == "public" } ?? false
  }

  /// Whether another declaration determines the signature.
  var isRequired: Bool { function.has("override") || function.access == "open" || function.attribute("objc") != nil }

  /// The text to remove: the function with its documentation and the empty line before.
  ///
  /// - Returns: `nil` if a comment would be lost that is not part of the documentation.
  var removedRange: Range<AbsolutePosition>? {
    let others = function.node.tokens(viewMode: .sourceAccurate).dropFirst()
    guard !others.contains(where: { ($0.leadingTrivia + $0.trailingTrivia).contains(where: \.isComment) }),
      function.node.nextToken(viewMode: .sourceAccurate)?.tokenKind != .semicolon
    else { return nil }
    let trivia = Array(function.node.leadingTrivia)
    // What stands before an empty line belongs to something else.
    let boundary = trivia.lastIndex { $0.newlineCount > 1 } ?? 0
    guard !trivia[boundary...].contains(where: \.isOtherComment) else { return nil }
    let start = trivia[..<boundary].reduce(function.node.position) { $0 + $1.sourceLength }
    return start..<function.node.endPosition
  }
}

extension FunctionDeclaration {
  /// Whether a call passes the parameters of the function, in order and with their labels.
  func isCalledWithItsParameters(by call: FunctionCallExprSyntax) -> Bool {
    call.trailingClosure == nil && call.arguments.count == parameters.count
      && zip(call.arguments, parameters).allSatisfy { argument, parameter in
        (argument.label?.text ?? "_") == parameter.firstName.text
          && argument.expression.isWritten((parameter.secondName ?? parameter.firstName).text)
      }
  }
}

extension TriviaPiece {
  /// Whether the piece is a comment.
  var isComment: Bool {
    switch self {
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
    default: false
    }
  }

  fileprivate var newlineCount: Int {
    switch self {
    case .newlines(let count), .carriageReturnLineFeeds(let count): count
    default: 0
    }
  }

  fileprivate var isOtherComment: Bool {
    switch self {
    case .lineComment, .blockComment: true
    default: false
    }
  }
}
