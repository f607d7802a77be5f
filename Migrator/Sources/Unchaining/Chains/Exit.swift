import PromiseSyntax
import SwiftSyntax

/// A statement that ends a handler, or the body of a function, with a value, a promise or an error.
struct Exit {
  enum Outcome {
    case nothing
    case value(ExprSyntax)
    case promise(ExprSyntax)
    case error(ExprSyntax)
    /// A chain, whose outcome the promise adopts.
    case chain(Steps)
  }

  let outcome: Outcome
  let statement: Syntax
  /// The `return` after the statement.
  var successor: ReturnStmtSyntax?
  /// Whether nothing follows in the statements that end here.
  let isLast: Bool

  init(_ outcome: Outcome, _ statement: Syntax, successor: ReturnStmtSyntax? = nil, isLast: Bool) {
    self.outcome = outcome
    self.statement = statement
    self.successor = successor
    self.isLast = isLast
  }

  /// Reads the `return` statements that end some statements.
  ///
  /// - Parameter isPromise: Whether they return promises.
  static func returns(in statements: CodeBlockItemListSyntax, isPromise: Bool) -> [Exit] {
    all(ReturnStatements.all(in: statements), of: statements, isPromise: isPromise)
  }

  /// Reads the `return` statements of some statements.
  static func all(
    _ returns: [ReturnStmtSyntax], of statements: CodeBlockItemListSyntax, isPromise: Bool
  ) -> [Exit] {
    returns.map { statement in
      let outcome: Outcome =
        if let expression = statement.expression { isPromise ? .promise(expression) : .value(expression) } else {
          .nothing
        }
      return Exit(
        outcome, Syntax(statement), isLast: ReturnStatements.isAtEnd(Syntax(statement), of: statements))
    }
  }

  /// Whether the only exit of some statements, if there is any, is the last one.
  static func isOnlyAtEnd(_ exits: [Exit], of statements: CodeBlockItemListSyntax) -> Bool {
    guard let exit = exits.first else { return true }
    return exits.count == 1 && statements.last?.item.id == exit.successor?.id ?? exit.statement.id
  }

  var start: AbsolutePosition { statement.positionAfterSkippingLeadingTrivia }
  var end: AbsolutePosition { (successor.map(Syntax.init) ?? statement).endPositionBeforeTrailingTrivia }
  /// The number of statements that are replaced.
  var statementCount: Int { successor == nil ? 1 : 2 }
}
