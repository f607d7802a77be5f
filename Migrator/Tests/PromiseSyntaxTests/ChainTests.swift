import PromiseSyntax
import SwiftSyntax
import Testing

@Suite struct ChainTests {
  @Test(arguments: [
    ("load().then { f($0) }", "load()", ["then"]),
    (
      "firstly { load() }.then(on: queue) { $0 }.done { }.catch { _ in }", "firstly { load() }",
      ["then", "done", "catch"]
    ),
    ("a.b.map(f)", "a.b", ["map"]),
    ("a\n  // why\n  .then { }\n  .ensure { }", "a", ["then", "ensure"]),
    ("a.other { }.then { }", "a.other { }", ["then"]),
    ("a?.then { }", "a?", ["then"]),
  ])
  func `a chain has a head and operators in order`(text: String, head: String, operators: [String]) throws {
    let chain = try #require(Chain(try expression(text)))
    #expect(chain.head.trimmedDescription == head)
    #expect(chain.links.map(\.name.text) == operators)
  }

  @Test(arguments: ["load()", "a.then", "then { }", "a.then { }.other()", "a.then { }.value", "1"])
  func `other expressions are no chains`(text: String) throws {
    #expect(Chain(try expression(text)) == nil)
  }

  @Test func `only the last call of a chain ends it`() throws {
    let text = "a.then { b.map { 1 } }.done(c).other()"
    final class Visitor: SyntaxVisitor {
      var ends: [String] = []
      override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let chain = Chain(endingWith: node) { ends.append(chain.links.map(\.name.text).joined(separator: " ")) }
        return .visitChildren
      }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(try expression(text))
    #expect(visitor.ends == ["then done", "map"])
  }

  @Test func `the arguments and the handler of an operator are found`() throws {
    let chain = try #require(
      Chain(try expression("a.then(on: q) { 1 }.map(on: q, f).recover(only: E.self).done(g).timeout(on: q)")))
    #expect(
      chain.links.map { $0.handler?.trimmedDescription } == ["{ 1 }", "f", nil, "g", nil])
    #expect(chain.links[0].argument("on")?.trimmedDescription == "q")
    #expect(chain.links[1].argument(nil)?.trimmedDescription == "f")
    #expect(chain.links[2].argument("on") == nil)
    #expect(chain.links[2].arguments.count == 1)
  }
}
