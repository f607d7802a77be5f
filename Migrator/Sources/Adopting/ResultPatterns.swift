import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes the patterns `.fulfilled` and `.rejected` of PromiseKit's `Result`.
///
/// Expressions are not changed: the SPI has functions of these names.
final class ResultPatterns: SyntaxVisitor {
  /// The new names of the cases.
  static let newNames = ["fulfilled": "success", "rejected": "failure"]

  private let scribe: Scribe
  private let project: Project
  /// Whether the file names another enumeration that has such cases.
  private let mentionsOther: Bool

  init(_ scribe: Scribe, project: Project) {
    self.scribe = scribe
    self.project = project
    let names = Set(project.outcomes.map(\.outermostName))
    mentionsOther =
      !names.isEmpty && scribe.source.tree.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    let patterns = OutcomePatterns(items: node.cases.flatMap(\.items).map(\.pattern))
    let hasBothCases = node.cases.allSatisfy(\.isCase) && Set(patterns.found.map(\.text)).count == 2
    let isResult = hasBothCases && !project.hasOutcomeOfTwoCases || isResult(node.subject)
    change(patterns, isResult: isResult, at: Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    let isResult = isResult(node.initializer.value)
    change(OutcomePatterns(items: [node.pattern]), isResult: isResult, at: Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.caseKeyword != nil { change(OutcomePatterns(items: [node.pattern]), at: Syntax(node)) }
    return .visitChildren
  }

  /// Changes patterns.
  ///
  /// - Parameters:
  ///   - isResult: Whether the patterns are all cases of the value, and no other type has just these.
  private func change(_ patterns: OutcomePatterns, isResult: Bool = false, at node: Syntax) {
    for name in patterns.nested {
      scribe.leave(
        at: name, "nested-pattern",
        "`.\(name.text)` was not changed, because it is nested in a case of another enumeration. If it is a case of "
          + "PromiseKit's `Result`, write `.\(Self.newNames[name.text]!)`.")
    }
    // A `Result` has two cases.
    guard patterns.otherCases.isEmpty, !patterns.found.isEmpty, !isInOther(node) else { return }
    for name in patterns.found {
      if mentionsOther, !isResult {
        scribe.leave(
          at: name, "own-outcome",
          "`.\(name.text)` was not changed, because `\(project.outcomes.map(\.name).sorted().joined(separator: "`, `"))` also has such "
            + "a case. If it is a case of PromiseKit's `Result`, write `.\(Self.newNames[name.text]!)`.")
      } else {
        scribe.replace(name, with: Self.newNames[name.text]!)
      }
    }
  }

  /// Whether a value is `self` in an extension of PromiseKit's `Result`.
  private func isResult(_ value: ExprSyntax) -> Bool {
    guard value.isWritten("self") else { return false }
    let container = FunctionDeclaration.Container.all(around: value).last { $0.kind != .function }
    guard let container, container.kind == .extension else { return false }
    return container.name == "PromiseKit.Result"
      || container.name == "Result" && !project.declaredNames.contains("Result")
  }

  /// Whether a node is in the declaration of another enumeration that has such cases.
  private func isInOther(_ node: Syntax) -> Bool {
    sequence(first: node, next: \.parent).contains { parent in
      if let declaration = parent.as(EnumDeclSyntax.self) {
        return project.outcomes.contains { $0.name == declaration.name.text }
      }
      guard let type = parent.as(ExtensionDeclSyntax.self)?.extendedType.trimmedText else { return false }
      return project.outcomes.contains {
        type == $0.name && $0.name == $0.outermostName || type == "\($0.outermostName).\($0.name)"
      }
    }
  }
}

extension SwitchCaseListSyntax.Element {
  /// Whether the element is a `case`, and neither a `default` nor an `#if`.
  fileprivate var isCase: Bool {
    if case .switchCase(let node) = self, case .case = node.label { true } else { false }
  }

  /// The patterns of a case. Those of an `#if` between cases belong to nested switches of their own.
  fileprivate var items: [SwitchCaseItemSyntax] {
    guard case .switchCase(let node) = self, case .case(let label) = node.label else { return [] }
    return Array(label.caseItems)
  }
}
