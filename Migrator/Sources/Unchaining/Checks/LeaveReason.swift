import PromiseSyntax
package import SwiftSyntax

/// Why a function is left as it is.
package struct LeaveReason: Error, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case asyncFormExists = "async-form-exists"
    case asyncFormPreferred = "async-form-preferred"
    case blocking
    case canceled
    case captureList = "capture-list"
    case caught
    case commentLost = "comment"
    case conditionalCompilation = "conditional-compilation"
    case defaultQueue = "default-queue"
    case deferred = "defer"
    case earlyReturn = "early-return"
    case functionReference = "function-reference"
    case googleThen = "google-then"
    case inoutParameter = "inout"
    case isolatedCallback = "isolated-callback"
    case localFunction = "local-function"
    case multilineString = "multiline-string"
    case mutating
    case nameConflict = "name-conflict"
    case nonescapingParameter = "nonescaping-closure"
    case operatorWithoutCounterpart = "operator"
    case otherChain = "other-chain"
    case overridden
    case override
    case parameterPack = "parameter-pack"
    case queue
    case raced
    case resultSyntax = "unexpected-syntax"
    case storedPromise = "stored-promise"
    case throwing
    case unknownType = "unknown-type"
    case variadicParameter = "variadic"
    case weakCapture = "weak-capture"
    case wrappedChain = "wrapped-chain"
  }

  package let kind: Kind
  /// The node to blame, such as the operator.
  package let node: Syntax
  /// What happened, why, and what to do.
  package let message: String

  init(_ kind: Kind, at node: some SyntaxProtocol, _ message: String) {
    self.kind = kind
    self.node = Syntax(node)
    self.message = message
  }
}

extension LeaveReason {
  /// The reason for a call whose overload may be a different one in async code.
  static func overloaded(_ call: FunctionCallExprSyntax) -> LeaveReason {
    LeaveReason(
      .asyncFormPreferred, at: call,
      "Several functions \(call.calledExpression.trimmedText) differ only in their types, and async code may call another one. Write \(call.trimmedText) as Promise<…>."
    )
  }
}
