import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Collects the twins of a file, and inserts them at their places.
struct TwinPlacement {
  private let source: SourceText
  private var besides: [Edit] = []
  /// The extensions and global functions after other declarations, in the order of their first twin.
  private var blocks: [(insertion: Insertion, twins: [Twin])] = []

  init(_ source: SourceText) { self.source = source }

  /// The indentation of a twin.
  func indentation(_ original: Original, _ insertion: Insertion) -> String {
    switch insertion {
    case .beside:
      let offset = original.function.node.positionAfterSkippingLeadingTrivia.utf8Offset
      let ofLine = Indentation.ofLine(at: offset, in: source.text)
      let isFirst = original.function.node.isFirstOnLine
      return isFirst ? ofLine : ofLine + source.indentation.unit
    case .inExtension(_, _, let indentation): return indentation + source.indentation.unit
    case .atEnd: return ""
    }
  }

  mutating func add(_ twin: Twin, of original: Original, at insertion: Insertion) {
    guard insertion == .beside else {
      if let index = blocks.firstIndex(where: { $0.insertion == insertion }) {
        blocks[index].twins.append(twin)
      } else {
        blocks.append((insertion, [twin]))
      }
      return
    }
    let indentation = indentation(original, insertion)
    let node = original.function.node
    var text = "\n\n" + Self.indent(twin.lines, indentation)
    let next = node.endOfItemToken.nextToken(viewMode: .sourceAccurate)
    if let next, next.beginsDeclarationOnNextLine { text += "\n" }
    var start = node.endOfItem
    // What follows on the same line, such as the brace of a type, goes on the next one.
    if let next, next.tokenKind != .endOfFile,
      !next.leadingTrivia.contains(where: \.isNewline)
    {
      let isBrace = next.tokenKind == .rightBrace
      text += "\n" + (isBrace ? String(indentation.dropLast(source.indentation.unit.count)) : indentation)
      if node.endOfItemToken.trailingTrivia.allSatisfy(\.isSpaceOrTab) {
        start = node.endOfItemToken.endPositionBeforeTrailingTrivia
      }
    }
    besides.append(Edit(from: start, to: node.endOfItem, text))
  }

  /// The edits that insert the twins.
  var edits: [Edit] {
    let unit = source.indentation.unit
    return besides
      + blocks.map { insertion, twins in
        switch insertion {
        case .beside:
          return Edit(inserting: "", at: source.tree.position)
        case .atEnd(let position):
          let texts = twins.map { Self.indent($0.lines, "") }
          return Edit(inserting: "\n\n" + texts.joined(separator: "\n\n"), at: position)
        case .inExtension(let header, let position, let indentation):
          let members = twins.map { Self.indent($0.lines, unit) }.joined(separator: "\n\n")
          let lines = header + members.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + ["}"]
          return Edit(inserting: "\n\n" + Self.indent(lines, indentation), at: position)
        }
      }
  }

  private static func indent(_ lines: [String], _ indentation: String) -> String {
    lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
  }
}

extension TokenSyntax {
  /// Whether a declaration, or a comment before it, begins on the line after the previous token.
  fileprivate var beginsDeclarationOnNextLine: Bool {
    switch tokenKind {
    case .rightBrace, .poundElse, .poundElseif, .poundEndif, .endOfFile: return false
    default: break
    }
    guard let first = leadingTrivia.first(where: { !$0.isSpaceOrTab }) else { return false }
    return first == .newlines(1) || first == .carriageReturnLineFeeds(1)
  }
}

extension SyntaxProtocol {
  /// The last token of the declaration, which may be a semicolon.
  fileprivate var endOfItemToken: TokenSyntax {
    let item = parent?.is(MemberBlockItemSyntax.self) ?? false || parent?.is(CodeBlockItemSyntax.self) ?? false
    return (item ? parent?.lastToken(viewMode: .sourceAccurate) : nil) ?? lastToken(viewMode: .sourceAccurate)!
  }

  /// Whether the declaration begins its line.
  fileprivate var isFirstOnLine: Bool {
    guard let first = firstToken(viewMode: .sourceAccurate),
      let previous = first.previousToken(viewMode: .sourceAccurate)
    else { return true }
    return previous.trailingTrivia.contains(where: \.isNewline) || first.leadingTrivia.contains(where: \.isNewline)
  }
}
