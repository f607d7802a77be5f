import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes PromiseKit's `Result<T>`, which has one parameter, to Swift's `Result<T, any Error>`.
final class ResultTypes: SyntaxVisitor {
  private let scribe: Scribe
  private let name: String
  /// Whether an unqualified `Result` is another type.
  private let isShadowed: Bool
  /// Whether a remark says that an unqualified `Result` was not changed.
  private var isNoted = false
  /// The error type of results.
  private let failure: String

  init(_ scribe: Scribe, project: Project) {
    self.scribe = scribe
    isShadowed = project.declaredNames.contains("Result")
    name = isShadowed ? "Swift.Result" : "Result"
    // A type of the project may have a type named Error.
    failure = project.declaredNames.contains("Error") ? "any Swift.Error" : "any Error"
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Types

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseType.trimmedText == "PromiseKit", node.name.text == "Result" else { return .visitChildren }
    changeName(from: node.baseType, to: node.name)
    if let arguments = node.genericArgumentClause {
      addFailure(to: arguments)
    } else if node.parent?.is(ExtensionDeclSyntax.self) != true {
      scribe.leave(
        at: node, "result-without-parameters",
        "PromiseKit's `Result` has one type parameter, and Swift's has two. Write both: `Result<Value, any Error>`.")
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if isShadowed, node.name.text == "Result", node.genericArgumentClause?.arguments.count == 1, !isNoted {
      isNoted = true
      scribe.note(
        at: node, "own-result",
        "`\(node.trimmedText)` was not changed, because a scanned file declares another `Result`.",
        explanation: "If PromiseKit's is meant here, write `Swift.Result<Value, \(failure)>`.")
    }
    if !isShadowed, node.name.text == "Result", let arguments = node.genericArgumentClause, addFailure(to: arguments) {
      scribe.count()
    }
    return .visitChildren
  }

  // MARK: - Expressions

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.declName.baseName.text == "Result", let base = node.base, base.isWritten("PromiseKit") {
      changeName(from: base, to: node.declName.baseName)
    }
    return .visitChildren
  }

  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    if node.expression.isWritten("PromiseKit.Result") {
      addFailure(to: node.genericArgumentClause)
    } else if node.expression.isWritten("Result"), !isShadowed, addFailure(to: node.genericArgumentClause) {
      scribe.count()
    }
    return .visitChildren
  }

  // MARK: - Extensions

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let isQualified = node.extendsResult, isQualified || !isShadowed && node.usesOldNames else {
      return .visitChildren
    }
    if let clause = node.genericWhereClause {
      let names = clause.requirements.map(\.trimmedText)
      guard !names.contains(where: { $0.contains("Failure") }) else { return .visitChildren }
      scribe.edit(
        Edit(inserting: "Failure == \(failure), ", at: clause.requirements.positionAfterSkippingLeadingTrivia))
    } else {
      let end = (node.inheritanceClause.map(Syntax.init) ?? Syntax(node.extendedType)).endPositionBeforeTrailingTrivia
      scribe.edit(Edit(inserting: " where Failure == \(failure)", at: end))
    }
    if !isQualified { scribe.count() }
    ParameterNames(scribe, from: "T", to: "Success").walk(node)
    return .visitChildren
  }

  private func changeName(from base: some SyntaxProtocol, to last: TokenSyntax) {
    scribe.edit(
      Edit(from: base.positionAfterSkippingLeadingTrivia, to: last.endPositionBeforeTrailingTrivia, name))
    scribe.count()
  }

  /// Adds the second parameter. Returns `false` if there is one.
  @discardableResult private func addFailure(to clause: GenericArgumentClauseSyntax) -> Bool {
    guard clause.arguments.count == 1, let argument = clause.arguments.first else { return false }
    scribe.edit(Edit(inserting: ", \(failure)", at: argument.endPositionBeforeTrailingTrivia))
    return true
  }
}

extension ExtensionDeclSyntax {
  /// Whether PromiseKit's `Result` is extended: `true` with the name of the module, `false` without it.
  fileprivate var extendsResult: Bool? {
    switch extendedType.trimmedText {
    case "PromiseKit.Result": true
    case "Result": false
    default: nil
    }
  }

  /// Whether names are used that only PromiseKit's `Result` has.
  fileprivate var usesOldNames: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .identifier("T") || ResultPatterns.newNames[$0.text] != nil
    }
  }
}
