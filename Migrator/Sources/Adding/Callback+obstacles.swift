import PromiseSyntax
import SourceEditing
import SwiftSyntax

extension Original {
  /// Checks that `handler` is a completion handler, which is called once, and that the program itself calls the function.
  func checkHandler(_ handler: Handler, _ knowledge: Knowledge) throws(Obstacle) {
    if isDelegateMethod {
      throw Obstacle(
        "delegate-method",
        "\(fullName) looks like a delegate method.",
        explanation: "The framework calls delegate methods, and would not call their twins.")
    }
    if isRepeated(handler) {
      throw Obstacle(
        "repeated-handler",
        "The handler of \(fullName) may be called more than once.",
        explanation:
          "A promise settles once. Write a function that returns an `AsyncStream`, or write the twin by hand if the handler is called once."
      )
    }
    let others = Array(function.parameters).filter { parameter in
      parameter.id != handler.parameter.id
        && knowledge.callbackType(of: parameter, in: record.container).map { isOutcome(parameter, $0) } ?? false
    }
    if let other = others.first {
      throw Obstacle(
        "several-handlers",
        "\(fullName) has two handlers, `\(other.internalName)` and `\(handler.name)`.",
        explanation: "Write `Promise { resolver in … }` by hand, and settle the promise in both handlers."
      )
    }
  }

  /// Whether the closure receives an outcome, so that it must settle the promise.
  private func isOutcome(_ parameter: FunctionParameterSyntax, _ type: CallbackType) -> Bool {
    let name = parameter.internalName.lowercased()
    if name.mentions("progress") { return false }
    return FunctionDeclaration.isCompletionHandler(parameter, type)
      || name.mentions(anyOf: ["success", "failure", "error", "fail"])
  }

  /// Whether the names indicate that the handler is called for each of several events.
  private func isRepeated(_ handler: Handler) -> Bool {
    let name = handler.name.lowercased()
    let label = handler.parameter.firstName.text.lowercased()
    func isFinal(_ name: String) -> Bool {
      name.mentions(anyOf: ["complet", "finish", "done", "reply", "success", "result"])
    }
    // `subscribe(completion:)` observes, however its handler is called; `observeSingleEvent(completion:)` does so once.
    let isOnce = self.name.lowercased().mentions(anyOf: ["once", "single"])
    if !isOnce, Self.observingVerbs.contains(where: { self.name.hasWord($0) }) { return true }
    if isFinal(name) || isFinal(label) { return false }
    if name.mentions(anyOf: Self.eventWords) || label.mentions(anyOf: Self.eventWords) { return true }
    if handler.name.hasWord("on") || handler.parameter.firstName.text.hasWord("on") { return true }
    return Self.repeatingVerbs.contains { self.name.hasWord($0) }
  }

  private static let eventWords = [
    "change", "click", "event", "gesture", "listener", "observer", "press", "scroll", "select", "tap", "update",
  ]

  /// The verbs of functions that call a handler for each of several events.
  private static let observingVerbs = ["listen", "monitor", "observe", "sink", "subscribe", "watch"]

  /// The verbs of functions that call a handler repeatedly, unless its name indicates a final call.
  private static let repeatingVerbs = ["add", "bind", "on", "register", "set", "track", "when"]

  /// Whether the function has the form `webView(_:decidePolicyFor:decisionHandler:)`: it is named after its first
  /// parameter, and a label says what happens.
  private var isDelegateMethod: Bool {
    guard let first = function.parameters.first, first.firstName.text == "_", first.id != handler?.parameter.id,
      let type = TypeText.simpleName(first.type), type.lowercased().hasSuffix(name.lowercased())
    else { return false }
    return function.parameters.dropFirst().contains { parameter in
      Self.delegateVerbs.contains { parameter.firstName.text.hasWord($0) }
    }
  }

  private static let delegateVerbs = [
    "can", "continue", "decide", "did", "handle", "leading", "may", "need", "needs", "open", "perform", "present",
    "receive", "request", "requires", "run", "should", "to", "trailing", "will",
  ]

  /// Decides what the twin does with the value that a function with a completion handler returns.
  func handle(_ knowledge: Knowledge) throws(Obstacle) -> Handle? {
    guard let type = returnType else { return nil }
    let wrapped = TypeText.wrapped(type)
    if let name = TypeText.simpleName(wrapped ?? type), knowledge.canCancel((wrapped ?? type).trimmedNameOfType) {
      let mayBeSuspended = name.hasPrefix("URLSession") || self.name.hasSuffix("Task")
      if mayBeSuspended, !(function.body.map { TypeText.mentions($0, "resume") } ?? false) {
        throw Obstacle(
          "not-started",
          "\(fullName) returns a task that the caller may have to start.",
          explanation: "Write `Promise { resolver in … }` by hand, and call `resume()` in its closure."
        )
      }
      return .cancellable(isOptional: wrapped != nil)
    }
    if function.attribute("discardableResult") != nil { return .discarded }
    throw Obstacle(
      "returned-value",
      "\(fullName) also returns a value, \(type.trimmedText), which the twin would drop. Write the twin by hand."
    )
  }
}

/// What a function with a completion handler returns.
enum Handle {
  /// A value by which the work is canceled.
  case cancellable(isOptional: Bool)
  /// A value that callers may ignore.
  case discarded
}

extension TypeSyntax {
  /// The name of the type, without `any`, `some` and generic arguments.
  fileprivate var trimmedNameOfType: String {
    if let existential = self.as(SomeOrAnyTypeSyntax.self) { return existential.constraint.trimmedNameOfType }
    if let named = self.as(IdentifierTypeSyntax.self) { return named.name.text }
    return trimmedText
  }
}

extension String {
  /// Whether a name in camel case begins with a word.
  func hasWord(_ word: String) -> Bool {
    hasPrefix(word) && (dropFirst(word.count).first.map { !$0.isLowercase } ?? true)
  }
}
