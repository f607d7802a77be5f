import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Lists uses of the old library that have no counterpart or a different meaning.
final class Leftovers: SyntaxVisitor {
  private let scribe: Scribe
  private let origin: Origin
  private let project: Project
  private var isPromiseErrorExplained = false

  init(_ scribe: Scribe, origin: Origin, project: Project) {
    self.scribe = scribe
    self.origin = origin
    self.project = project
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Names

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    check(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMemberName { check(node.baseName) }
    return .visitChildren
  }

  private func check(_ name: TokenSyntax) {
    if name.text == "PromiseError", project.declaredNames.contains("PromiseError"), origin == .promiseKit,
      !isPromiseErrorExplained
    {
      isPromiseErrorExplained = true
      scribe.note(
        at: name, "own-promise-error",
        "`PromiseError` is also the name of an error of this library.",
        explanation:
          "If the compiler reports that the name is ambiguous, write the name of your module before it, or add "
          + "`import enum Module.PromiseError`.")
    }
    guard origin == .promiseKit, !project.declaredNames.contains(name.text) else { return }
    switch name.text {
    case "AnyPromise":
      keepFile(at: name, because: "AnyPromise")
    case "CancellablePromise", "CancellableThenable", "CancellableCatchable":
      scribe.leave(
        at: name, "cancellable-promise",
        "Write `Promise` instead of `\(name.text)`.", explanation: Self.cancellation)
    case "RateLimitedDispatcher", "ConcurrencyLimitedDispatcher":
      scribe.leave(
        at: name, "dispatcher",
        "This library has no dispatchers: use `PromiseQueue(maxConcurrent:)`, or pass a queue with `on:`.")
    case "PMKAlertController": explain(name, "PMKAlertController")
    default: break
    }
  }

  private func keepFile(at token: some SyntaxProtocol, because name: String) {
    scribe.leaveOnce(
      at: token, "objective-c",
      "`\(name)` is for Objective-C and has no counterpart, so the imports of this file were not changed.",
      explanation: "Keep \(origin.title) for such files. “Both libraries at once” in Migration.md shows how to convert "
        + "between the promises of the two libraries.")
  }

  private static let cancellation = "Every promise has `cancel()`, which propagates upstream."

  // MARK: - Calls and members

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard origin == .promiseKit else {
      return .visitChildren
    }
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName
      let isNamespaced =
        node.arguments.first.map { $0.label == nil && $0.expression.isWritten(".promise") } ?? false
      if isNamespaced, !project.namespacedFunctions.contains(name.text),
        !Self.namespacedFunctions.contains(name.text)
      {
        explain(name, "\(name.text)(.promise, …)")
      } else if name.text.hasPrefix("cancellable"), name.text.dropFirst("cancellable".count).first?.isUppercase == true
      {
        scribe.leave(
          at: name, "cancellable-promise", "Remove the prefix `cancellable`.", explanation: Self.cancellation)
      } else if ["requestLocation", "requestAuthorization"].contains(name.text),
        member.base?.isWritten("CLLocationManager") ?? false
      {
        explain(name, "CLLocationManager.\(name.text)()")
      }
    } else if let function = node.calledExpression.as(DeclReferenceExprSyntax.self),
      function.baseName.text == "cancellable", node.arguments.count == 1
    {
      scribe.leave(
        at: function, "cancellable-promise", "Remove the call of `cancellable`.", explanation: Self.cancellation)
    }
    return .visitChildren
  }

  /// The functions of this library that have the namespace as their first parameter.
  private static let namespacedFunctions: Set<String> = [
    "async", "dataTask", "uploadTask", "downloadTask", "observe", "launch",
  ]

  private func explain(_ name: TokenSyntax, _ addition: String) {
    scribe.leave(
      at: name, "sdk-additions", "`\(addition)` has no counterpart, unless you have declared it.",
      explanation: "FoundationAndSDK.md lists what to write instead.")
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    switch (origin, node.declName.baseName.text) {
    case (.googlePromises, "asObjCPromise"):
      keepFile(at: node.declName, because: "asObjCPromise()")
    case (.promiseKit, "D") where ["conf", "PromiseKit.conf"].contains { node.base?.isWritten($0) ?? false }:
      scribe.leave(at: node.declName, "dispatcher", "This library has no dispatchers: set `DispatchQueue.promises`.")
    default: break
    }
    return .visitChildren
  }

  // MARK: - Types and declarations

  /// The function types that google/promises declares, such as `Promise<Value>.Then`.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if origin == .googlePromises, PromiseType(node.baseType)?.kind == .promise,
      ["Async", "Do", "Work", "Then", "Catch", "Recover", "Always", "Validate", "Reducer", "Predicate"]
        .contains(node.name.text)
    {
      scribe.leave(
        at: node, "function-type", "`\(node.trimmedText)` has no counterpart: write the function type.")
    }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    explainThenable(node.inheritanceClause, node.memberBlock)
    let type = node.extendedType.trimmedText
    guard origin == .googlePromises, type == "Promise" || type == "Promises.Promise" else { return .visitChildren }
    for member in node.memberBlock.members {
      for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? []
      where binding.pattern.trimmedText == "progress" {
        scribe.leave(
          at: binding, "own-progress",
          "Rename this property: in this library, `progress` is a `PromiseProgress`, which every promise has.")
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    explainThenable(node.inheritanceClause, node.memberBlock)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    explainThenable(node.inheritanceClause, node.memberBlock)
    return .visitChildren
  }

  private func explainThenable(_ clause: InheritanceClauseSyntax?, _ members: MemberBlockSyntax) {
    guard origin == .promiseKit,
      let type = clause?.inheritedTypes.first(where: {
        ["Thenable", "CatchMixin"].contains($0.type.nameWithoutModule)
      })
    else { return }
    let declaresValue = members.members.contains { $0.decl.as(TypeAliasDeclSyntax.self)?.name.text == "Value" }
    guard !declaresValue else { return }
    scribe.leave(
      at: type, "own-thenable",
      "Declare `typealias Value` in this type: a thenable of this library has `Value` where PromiseKit's has `T`.")
  }
}
