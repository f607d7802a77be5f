import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

extension Syntax {
  /// Parses a Swift file.
  ///
  /// - Throws: ``SourceError/doesNotParse(line:column:message:)`` with the first error of the parser.
  static func parse(_ text: String) throws(SourceError) -> SourceFileSyntax {
    let tree = Parser.parse(source: text)
    guard tree.hasError else { return tree }
    guard
      let error = ParseDiagnosticsGenerator.diagnostics(for: tree).first(where: { $0.diagMessage.severity == .error })
    else { return tree }
    let location = error.location(converter: SourceLocationConverter(fileName: "", tree: tree))
    throw .doesNotParse(line: location.line, column: location.column, message: error.message)
  }
}
