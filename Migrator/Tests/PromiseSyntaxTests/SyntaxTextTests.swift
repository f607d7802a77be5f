import PromiseSyntax
import SwiftParser
import SwiftSyntax
import Testing

struct SyntaxTextTests {
  @Test func `the text of every node is that without the white space and the comments around it`() {
    let tree = Parser.parse(
      source: """
        // A comment.
        @A(1) /* b */ func f(_ a: [ Int ] /* c */) -> B< C > { // d
          return a . b("\\(c)") // e
        } // f

        """)
    final class Visitor: SyntaxAnyVisitor {
      var count = 0
      override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        count += 1
        #expect(node.trimmedText == node.trimmedDescription)
        #expect(node.isWritten(node.trimmedDescription))
        #expect(!node.isWritten(node.trimmedDescription + " "))
        #expect(!node.isWritten(String(repeating: "?", count: node.trimmedDescription.utf8.count + 1)))
        return .visitChildren
      }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    #expect(visitor.count > 50)
  }
}
