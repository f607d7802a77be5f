import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// An `async` function that awaits the promise form of itself, as `add --async` writes it.
///
/// The work moves into the `async` function, and the promise form calls it, so that the promise form can go:
///
/// ```swift
/// func user() -> Promise<User> { wrap { … } }
/// func user() async throws -> User { try await user().get() }
/// ```
///
/// becomes
///
/// ```swift
/// func user() -> Promise<User> { Promise { try await user() } }
/// func user() async throws -> User { try await wrap { … }.get() }
/// ```
struct AsyncTwin {
  /// The edits that exchange the bodies.
  let edits: [Edit]

  /// Returns a file with the bodies of all such functions exchanged, and their number.
  static func exchanged(in source: SourceText) -> (source: SourceText, count: Int) {
    guard source.mentions("get(") else { return (source, 0) }
    let edits = edits(in: source.tree)
    guard !edits.isEmpty, let contents = try? source.applying(edits),
      let result = try? SourceText(path: source.path, contents: contents)
    else { return (source, 0) }
    return (result, edits.count / 2)
  }

  private static func edits(in tree: SourceFileSyntax) -> [Edit] {
    var forms: [String: (asynchronous: [FunctionDeclaration], promises: [FunctionDeclaration])] = [:]
    for function in FunctionDeclaration.all(in: tree) {
      if function.isAsync {
        forms[function.identity, default: ([], [])].asynchronous.append(function)
      } else if function.promise != nil {
        forms[function.identity, default: ([], [])].promises.append(function)
      }
    }
    return forms.values.flatMap { forms -> [Edit] in
      guard forms.asynchronous.count == 1, forms.promises.count == 1 else { return [] }
      return AsyncTwin(forms.asynchronous[0], forms.promises[0])?.edits ?? []
    }
  }

  private init?(_ function: FunctionDeclaration, _ promiseForm: FunctionDeclaration) {
    guard let call = function.body?.statements.onlyExpression?.awaitedCall, let awaited = AwaitedPromise(call),
      awaited.argument("timeout") == nil, let inner = awaited.promise.as(FunctionCallExprSyntax.self),
      Self.contains(inner, named: function.name), function.parameterNames == promiseForm.parameterNames,
      function.isCalledWithItsParameters(by: inner),
      let body = promiseForm.body?.statements.onlyExpression, !body.is(TryExprSyntax.self),
      PromiseForm(promiseForm) == nil,
      !body.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == function.name })
    else { return nil }
    let start = "\(promiseForm.promise!.kind.rawValue) { \(awaited.isTried ? "try " : "")await "
    edits = [
      Edit(replacing: awaited.promise, with: body.trimmedText),
      Edit(replacing: body, with: "\(start)\(inner.trimmedText) }"),
    ]
  }

  /// Whether a call is in an `async` function that has the name and as many parameters as the call has arguments.
  static func contains(_ call: FunctionCallExprSyntax, named name: String) -> Bool {
    var node = Syntax(call)
    while let parent = node.parent {
      if let function = FunctionDeclaration(parent), function.isAsync, function.name == name,
        function.parameters.count == call.arguments.count
      {
        return true
      }
      node = parent
    }
    return false
  }
}

extension FunctionDeclaration {
  fileprivate var parameterNames: [String] { parameters.map { ($0.secondName ?? $0.firstName).text } }
}
