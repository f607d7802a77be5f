import PromiseSyntax
import SwiftParser
import SwiftSyntax
import Testing

@Suite struct ImportStatementTests {
  private func imports(_ text: String) -> [ImportStatement] { ImportStatement.all(in: Parser.parse(source: text)) }

  @Test(
    arguments: [
      ("import A", "A", [], nil, [], []),
      ("import class A.B", "A", ["B"], "class", [], []),
      ("import A.B.C", "A", ["B", "C"], nil, [], []),
      ("@testable public import A", "A", [], nil, ["testable"], []),
      (
        "@_spi(X) @preconcurrency @_spi( Y ) import func A.f", "A", ["f"], "func", ["_spi", "preconcurrency", "_spi"],
        ["X", "Y"]
      ),
    ] as [(String, String, [String], String?, [String], [String])])
  func `an import is read in every form`(
    text: String, module: String, submodule: [String], kind: String?, attributes: [String], spis: [String]
  ) throws {
    let found = try #require(imports(text + "\n").first)
    #expect(found.module == module)
    #expect(found.submodule == submodule)
    #expect(found.kind == kind)
    #expect(found.attributes == attributes)
    #expect(found.spis == spis)
  }

  @Test func `imports inside #if are found, those in comments and strings are not`() {
    let found = imports(
      #"""
      import A; import B
      #if os(iOS)
        import C
        #if DEBUG
          import D
        #endif
      #else
        import E
      #endif
      // import F
      let g = """
        import G
        """
      func h() { let i = "import I" }
      import J
      """#)
    #expect(found.map(\.module) == ["A", "B", "C", "D", "E", "J"])
  }
}
