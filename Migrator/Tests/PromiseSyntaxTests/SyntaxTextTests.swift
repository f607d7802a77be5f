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

  @Test func `the text of a parameter ends before its comma, and before the comments around that`() throws {
    let parameters = try function("func f(_ a: [Int] /* b */, /* c */ d: Int = 1 // e\n, g: Int) {}").parameters
    #expect(parameters.map(\.textWithoutComma) == ["_ a: [Int]", "d: Int = 1", "g: Int"])
    for parameter in parameters {
      #expect(parameter.textWithoutComma == parameter.detached.with(\.trailingComma, nil).trimmedDescription)
    }
  }
}
