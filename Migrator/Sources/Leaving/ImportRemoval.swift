import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Removes the imports of the library.
enum ImportRemoval {
  static func edits(_ imports: [ImportStatement], in source: SourceText) -> [Edit] {
    var edits = imports.map { removal($0.declaration, in: source) }
    // The library exports Dispatch.
    let others = ImportStatement.all(in: source.tree).map(\.module)
    let usesDispatch = source.tree.statements.contains { item in
      !item.item.is(ImportDeclSyntax.self)
        && item.tokens(viewMode: .sourceAccurate).contains {
          $0.text.hasPrefix("Dispatch") || $0.text.hasPrefix("dispatch")
        }
    }
    if usesDispatch, !others.contains(where: { ["Dispatch", "Foundation"].contains($0) }) {
      edits[0] = Edit(replacing: imports[0].declaration, with: "import Dispatch")
    }
    return edits
  }

  /// Removes the line of an import, and the empty line after it if there is one before or nothing.
  private static func removal(_ node: ImportDeclSyntax, in source: SourceText) -> Edit {
    let (start, end) = (
      node.positionAfterSkippingLeadingTrivia.utf8Offset, node.endPositionBeforeTrailingTrivia.utf8Offset
    )
    let text = Array(source.text.utf8)
    let before = text[..<start].reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let lineStart = start - before
    guard lineStart == 0 || text[lineStart - 1] == UInt8(ascii: "\n"), let next = emptyRest(of: text[end...]) else {
      return Edit(range: start..<end, replacement: "")
    }
    let beforeIsEmpty =
      lineStart == 0
      || text[..<lineStart].reversed().drop { $0 == UInt8(ascii: "\r") }.dropFirst()
        .first { $0 != UInt8(ascii: "\r") } == UInt8(ascii: "\n")
    let last = beforeIsEmpty ? emptyRest(of: text[next...]) ?? next : next
    return Edit(range: lineStart..<last, replacement: "")
  }

  /// Returns the beginning of the next line, if the rest of this one is empty.
  private static func emptyRest(of text: ArraySlice<UInt8>) -> Int? {
    let rest = text.drop { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
    return rest.first == UInt8(ascii: "\n") ? rest.startIndex + 1 : nil
  }
}
