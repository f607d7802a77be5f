import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Lists code that the errors of this library affect: a `switch` over all cases, and errors that a handler returns.
final class ErrorRemarks: SyntaxVisitor {
  private let scribe: Scribe
  private let origin: Origin
  private let project: Project

  init(_ scribe: Scribe, origin: Origin, project: Project) {
    self.scribe = scribe
    self.origin = origin
    self.project = project
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if origin == .googlePromises, let link = Chain.Link(node) { explainReturnedErrors(link) }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label }
    let items = labels.flatMap { label in
      if case .case(let label) = label { Array(label.caseItems) } else { [SwitchCaseItemSyntax]() }
    }
    let names = items.map { item in item.pattern.caseName.map { ".\($0)" } }
    let known = origin == .promiseKit ? Self.casesOfPMKError : Self.casesOfGoogle
    let isOfLibrary =
      names.allSatisfy { $0.map(known.contains) ?? false } && names.contains { Self.telling.contains($0 ?? "") }
    if isOfLibrary, !labels.contains(where: \.isDefault) {
      scribe.leave(
        at: node, "switch-over-error",
        "Add a `default` to this `switch`: `PromiseError` has more cases than the error of \(origin.title).")
    }
    return .visitChildren
  }

  private static let casesOfPMKError: Set<String> = [
    ".invalidCallingConvention", ".returnedSelf", ".badInput", ".cancelled", ".compactMap", ".flatMap",
    ".emptySequence", ".noWinner",
  ]
  private static let casesOfGoogle: Set<String> = [".timedOut", ".validationFailure"]
  /// The cases that identify the error of a library.
  private static let telling: Set<String> = [
    ".invalidCallingConvention", ".returnedSelf", ".badInput", ".validationFailure",
  ]

  /// Lists the errors that a handler of google/promises returns to reject the promise, which is deprecated.
  private func explainReturnedErrors(_ link: Chain.Link) {
    guard link.name.text == "then", let closure = link.handler?.as(ClosureExprSyntax.self) else { return }
    for value in ReturnedValues(closure).values where isError(value) {
      scribe.note(
        at: value, "returned-error",
        "The handler returns an error: throw it instead.",
        explanation: "With the `@_spi` import, a returned error rejects the promise, but this is deprecated."
      )
    }
  }

  private func isError(_ expression: ExprSyntax) -> Bool {
    var current = expression
    if let call = current.as(FunctionCallExprSyntax.self) { current = call.calledExpression }
    let type = current.as(MemberAccessExprSyntax.self)?.base ?? current
    guard type.is(DeclReferenceExprSyntax.self) || type.is(MemberAccessExprSyntax.self) else { return false }
    let name = type.trimmedText
    guard name.first?.isUppercase == true else { return false }
    return project.errorTypes.contains(name) || name == "NSError" || name.hasSuffix("Error")
  }
}

extension SwitchCaseSyntax.Label {
  fileprivate var isDefault: Bool { if case .default = self { true } else { false } }
}

extension PatternSyntax {
  /// The name of the enumeration case that the pattern matches.
  fileprivate var caseName: String? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.caseName }
    guard var expression = self.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    if let call = expression.as(FunctionCallExprSyntax.self) { expression = call.calledExpression }
    return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
