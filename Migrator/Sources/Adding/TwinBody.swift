import PromiseSyntax
import SwiftSyntax

/// Writes the statements of a twin, which call the original.
struct TwinBody {
  let original: Original
  let style: TwinStyle
  /// The shape of the completion handler, if the original has one.
  let shape: HandlerShape?
  let handle: Handle?
  let completionName: String
  /// One level of indentation.
  let unit: String
  /// The maximum number of characters on a line of the body.
  let width: Int
  /// Whether a method hides the function `wrap`.
  let isWrapHidden: Bool

  /// The lines, indented relative to the body.
  var lines: [String] {
    switch original.style {
    case .callback: shape.map(linesOfCallback) ?? []
    case .promise: [linesOfPromise]
    default: [linesOfAsync]
    }
  }

  // MARK: - Calls

  /// A name that no parameter has.
  private func unused(_ names: [String]) -> String {
    let taken = Set(original.parameters.map(\.internalName) + [original.name])
    return names.first { !taken.contains($0) } ?? "_\(names[0])"
  }

  private var handlerName: String { unused(["handler", "completion", "callback"]) }
  private var resolverName: String { unused(["resolver", "promiseResolver"]) }
  private var taskName: String { unused(["task", "work", "operation"]) }

  /// The called expression: the name, after `self` if a parameter has the same name.
  private var callee: String {
    if original.name == "init" { return "self.init" }
    let isHidden = original.parameters.contains { $0.internalName == original.name }
    return isHidden ? "self.\(original.name)" : original.name
  }

  /// Returns the call of the original.
  ///
  /// - Parameters:
  ///   - handler: The argument for the completion handler.
  ///   - isTrailing: Whether to write the handler as a trailing closure, if possible.
  private func call(handler: String? = nil, isTrailing: Bool = false) -> String {
    let isLast = original.handler?.index == original.function.parameters.count - 1
    guard let handler, isTrailing, isLast else {
      return "\(callee)(\(arguments(handler: handler).joined(separator: ", ")))"
    }
    let others = arguments(handler: nil)
    return "\(callee)\(others.isEmpty ? "" : "(\(others.joined(separator: ", ")))") \(handler)"
  }

  /// The arguments of the call, with labels and without the handler.
  private func arguments(handler: String?) -> [String] {
    original.function.parameters.enumerated().compactMap { index, parameter in
      let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
      guard index == original.handler?.index else { return label + parameter.forwarded }
      return handler.map { label + $0 }
    }
  }

  // MARK: - Callbacks

  private func linesOfCallback(_ shape: HandlerShape) -> [String] {
    let attempt = original.isThrowing ? "try " : ""
    // A closure without `@Sendable` may be isolated to an actor, and check that when it is called.
    let closure = "{ @Sendable in \(shape.resolution.replacing("resolver", with: resolverName)) }"
    if original.name == "init" {
      return [
        "let (promise, resolver) = Promise<Void>.pending()",
        "\(attempt)\(call(handler: "{ @Sendable in \(shape.resolution) }", isTrailing: true))",
        "try await promise.get()",
      ]
    }
    let (prefix, suffix) = style == .async ? ("try await ", ".get()") : ("", "")
    if case .cancellable(let isOptional)? = handle {
      let (task, resolver) = (taskName, resolverName)
      return [
        "\(style == .async ? "try await withResolver" : "Promise") { \(resolver) in",
        "\(unit)let \(task) = \(attempt)\(call(handler: closure, isTrailing: true))",
        "\(unit)\(resolver).onCancel { \(task)\(isOptional ? "?" : "").cancel() }", "}",
      ]
    }
    let discard = handle == nil ? "" : "_ = "
    guard shape.isWrappable else {
      let head = style == .async ? "try await withResolver" : "Promise"
      let body = "\(discard)\(attempt)\(call(handler: closure, isTrailing: true))"
      return closureLines("\(head) { \(resolverName) in", body, "}")
    }
    let wrap = isWrapHidden ? "PromiseCore.wrap" : "wrap"
    let (head, end) = ("\(prefix)\(wrap) { \(handlerName) in", "}\(suffix)")
    let body = "\(discard)\(attempt)\(call(handler: handlerName))"
    guard body.count > width - unit.count else { return closureLines(head, body, end) }
    let arguments = arguments(handler: handlerName)
    let lines = arguments.enumerated().map { "\(unit)\($0.element)\($0.offset < arguments.count - 1 ? "," : "")" }
    return [head] + (["\(discard)\(attempt)\(callee)("] + lines + [")"]).map { unit + $0 } + [end]
  }

  /// Returns a closure on one line, if it fits.
  private func closureLines(_ head: String, _ body: String, _ end: String) -> [String] {
    let line = "\(head) \(body) \(end)"
    return line.count <= width ? [line] : [head, unit + body, end]
  }

  // MARK: - Promises and async functions

  private var linesOfPromise: String {
    let attempt = original.isThrowing ? "try " : ""
    let isGuarantee = original.function.promise?.kind == .guarantee
    if style == .async {
      return "\(isGuarantee && !original.isThrowing ? "" : "try ")await \(call()).get()"
    }
    return "\(attempt)\(call()).\(isGuarantee ? "done" : "complete")(\(completionName))"
  }

  private var linesOfAsync: String {
    let promise =
      original.isThrowing ? "Promise { try await \(call()) }" : "Guarantee { await \(call()) }"
    if style == .promise { return promise }
    return "\(promise).\(original.isThrowing ? "complete" : "done")(\(completionName))"
  }
}

extension FunctionParameterSyntax {
  /// The expression that passes the parameter on.
  fileprivate var forwarded: String {
    let name = internalName
    let reference = Self.reservedWords.contains(name) ? "`\(name)`" : name
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return reference }
    if attributed.specifiers.contains(where: { $0.trimmedText == "inout" }) { return "&\(reference)" }
    let isAutoclosure = attributed.attributes.contains { $0.trimmedText == "@autoclosure" }
    return isAutoclosure ? "\(reference)()" : reference
  }

  /// The keywords that can name a parameter, but need backticks in an expression.
  private static let reservedWords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]
}
