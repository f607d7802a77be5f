import PromiseSyntax
import SwiftParser
import SwiftSyntax
import Testing

/// Returns the functions of a source text.
func functions(_ text: String) -> [FunctionDeclaration] { FunctionDeclaration.all(in: Parser.parse(source: text)) }

/// Returns the only function of a source text.
func function(_ text: String) throws -> FunctionDeclaration {
  let functions = functions(text)
  try #require(functions.count == 1)
  return functions[0]
}

/// Parses a type.
func type(_ text: String) throws -> TypeSyntax {
  let parameter = try function("func f(_ x: \(text)) {}").parameters.first
  return try #require(parameter).type
}

/// Parses an expression.
func expression(_ text: String) throws -> ExprSyntax {
  try #require(Parser.parse(source: text).statements.first?.item.as(ExprSyntax.self))
}
