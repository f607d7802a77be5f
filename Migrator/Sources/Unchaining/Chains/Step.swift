import PromiseSyntax
import SwiftSyntax

/// An operator of a chain, with the action that it runs.
struct Step {
  /// The argument that the operator runs.
  enum Action {
    case closure(Handler)
    /// A key path or the name of a function.
    case reference(ExprSyntax)
    case none
  }

  let link: Chain.Link
  let operation: Operation
  let action: Action
  /// Whether the action handles all errors, regardless of the operator's policy.
  var handlesAllErrors = false
  /// The names for the input of the action.
  var binding: Binding?

  init(_ operation: Operation, _ link: Chain.Link, _ action: Action) {
    self.operation = operation
    self.link = link
    self.action = action
  }

  /// Reads an operator.
  ///
  /// - Parameter google: What the closures of google/promises return, if the file uses its grammar.
  init(_ link: Chain.Link, google: GoogleGrammar?) throws(LeaveReason) {
    try Self.checkArguments(of: link)
    guard var operation = Self.operation(of: link) else {
      throw .unsupported(link)
    }
    let closure = link.handler?.as(ClosureExprSyntax.self)
    if let google, operation == .then, let closure {
      switch try google.result(of: closure) {
      case .promise: break
      case .value: operation = .map
      case .nothing: operation = .get
      }
    }
    if operation == .asVoid {
      self.init(operation, link, .none)
    } else if let closure {
      self.init(operation, link, .closure(try Handler(closure)))
    } else if operation.takesValue, let reference = link.handler {
      self.init(operation, link, .reference(reference))
    } else {
      throw .unsupported(link)
    }
  }

  /// Whether an operator handles the outcome of the steps before, errors included.
  static func takesOutcome(_ link: Chain.Link) -> Bool { operation(of: link)?.takesOutcome ?? false }

  private static func operation(of link: Chain.Link) -> Operation? {
    Operation(rawValue: link.name.text == "always" ? "ensure" : link.name.text)
  }

  /// Checks that an operator has known arguments only.
  static func checkArguments(of link: Chain.Link) throws(LeaveReason) {
    guard link.call.additionalTrailingClosures.isEmpty else { throw .unsupported(link) }
    for argument in link.arguments {
      switch argument.label?.text {
      case nil, "on": continue
      case "policy": if ["catch", "recover"].contains(link.name.text) { continue }
      // An error that `catch(only:)` has handled is skipped by the `catch` handlers that follow, in any function.
      case "only": if link.name.text == "recover" { continue }
      default: break
      }
      throw .unsupported(link)
    }
  }

  var handler: Handler? { if case .closure(let handler) = action { handler } else { nil } }

  /// Whether the action uses the value that it receives.
  var usesInput: Bool {
    switch action {
    case .closure(let handler): handler.usesInput
    case .reference: true
    case .none: false
    }
  }

  /// Whether the action cannot depend on the thread that runs it.
  var isTrivial: Bool {
    switch action {
    case .closure(let handler): handler.isTrivial
    case .reference(let expression): expression.is(KeyPathExprSyntax.self)
    case .none: true
    }
  }

  /// The last expression of the handler, with or without `return`.
  var lastExpression: ExprSyntax? {
    let last = handler?.statements.last?.item
    return last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)
  }
}

extension LeaveReason {
  /// The reason for an operator that has no counterpart in an async function.
  static func unsupported(_ link: Chain.Link) -> LeaveReason {
    LeaveReason(
      .operatorWithoutCounterpart, at: link.name,
      "\(link.name.text) is not rewritten in this form. Rewrite it by hand, or wait for its promise with get().")
  }
}
