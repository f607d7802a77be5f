import SourceEditing
import Testing

/// Parameters, variables, properties and enum cases with the name of a function.
@Suite struct NameTests {
  private static let client = """
    final class Client: Base, Sendable {
      func text(_ path: String) async throws -> String { path }
      func text(_ path: String) -> Promise<String> { Promise { try await self.text(path) } }
    }

    """

  @Test(arguments: [
    // The variable does not exist before its declaration, nor outside of its scope.
    "let text = try await text(\"a\").get()\n    log(text)",
    "let a = try await text(\"a\").get(), text = a\n    log(text)",
    "let a = try await text(\"a\").get()\n    let text = a\n    log(text)",
    "if let text = try await text(\"a\").get() { log(text) }",
    "guard let text = try await text(\"a\").get() as String? else { return log(try await text(\"b\").get()) }\n    log(text)",
    "if let text = name { log(text) } else { log(try await text(\"a\").get()) }",
    "do { let text = 1; log(text) }\n    log(try await text(\"a\").get())",
    "for text in try await text(\"a\").get() { log(text) }",
    "names.forEach { text in log(text) }\n    log(try await text(\"a\").get())",
    "switch try await text(\"a\").get() { case let text: log(text) }",
    "while let text = next() { log(text) }\n    log(try await text(\"a\").get())",
    // A local variable is no member.
    "let text = 1\n    log(text, try await self.text(\"a\").get())",
    "let client = Client()\n    let text = try await client.text(\"a\").get()\n    log(try await client.text(text).get())",
  ])
  func `a local variable hides a function only where it is visible`(body: String) throws {
    let code = "extension Client {\n  func one() async throws {\n    \(body)\n  }\n}\n"
    let departure = try Departure(Self.client, code)
    #expect(departure.texts[1] == code.replacing(".get()", with: ""))
    #expect(!departure.texts[0].contains("Promise"))
    #expect(departure.remarks == [])
  }

  @Test(arguments: [
    "func one(text: (String) -> Promise<String>) async throws { try await text(\"a\").get() }",
    "init(_ text: (String) -> Promise<String>) async throws { try await text(\"a\").get() }",
    "subscript(text: Maker) -> Int { get async throws { try await text(\"a\").get() } }",
    "func one() async throws { let text = make()\n    try await text(\"a\").get() }",
    "func one() async throws {\n    #if DEBUG\n    let text = make()\n    #endif\n    try await text(\"a\").get() }",
    "func one() async throws { if let text = maker { try await text(\"a\").get() } }",
    "func one() async throws { if case .some(let text) = maker, try await text(\"a\").get() == 1 { log() } }",
    "func one() async throws { guard let text else { return }\n    try await text(\"a\").get() }",
    "func one() async throws { while let text = next() { try await text(\"a\").get() } }",
    "func one() async throws { for text in makers where flag { try await text(\"a\").get() } }",
    "func one() async throws { switch maker { case .some(let text): try await text(\"a\").get() } }",
    "func one() async { do { try f() } catch Failure.maker(let text) { try? await text(\"a\").get() } catch {} }",
    "func one() async throws { try await run { text in try await text(\"a\").get() } }",
    "func one() async throws { try await run { (text: Maker) in try await text(\"a\").get() } }",
    "func one() async throws { try await run { [text = maker] in try await text(\"a\").get() } }",
  ])
  func `a local variable is called where it is visible`(member: String) throws {
    let code = "extension Client {\n  \(member)\n}\n"
    let departure = try Departure(Self.client, code)
    #expect(departure.texts[1].hasSuffix(code))
    // The call is none of the promise form.
    #expect(!departure.texts[0].contains("Promise"))
  }

  @Test(arguments: [
    "struct Station {\n  let id: Int\n  init(parsing text: String) { id = Int(text)! }\n}\n",
    "struct Station {\n  let id: Int\n  init(_ text: String) { id = text.split(separator: \",\").count }\n}\n",
    "struct Station {\n  subscript(text: String) -> Int { text.count }\n}\n",
    "struct Station {\n  subscript(text: String) -> Int { get { text.count } set { log(text) } }\n}\n",
    "struct Station {\n  var name: String { set(text) { log(text) } }\n}\n",
    "struct Station {\n  var name: String { get { let text = 1; return text } }\n}\n",
    "struct Station {\n  var name = \"\" { didSet(text) { log(text) } }\n}\n",
    "struct Station {\n  let f = { text in log(text) }\n  let g = { (text: String) in log(text) }\n}\n",
    "func f() { if let text = name, text.isEmpty { log(text) } }\n",
    "func f() { if let text { log(text) } }\n",
    "func f() { guard let text = name else { return }\n  log(text) }\n",
    "func f() { guard case .a(let text) = name, text.isEmpty else { return }\n  log(text) }\n",
    "func f() { for text in all where text.isEmpty { log(text) } }\n",
    "func f() { for case .a(let text) in all { log(text) } }\n",
    "func f() { switch x { case .a(let text) where text.isEmpty: log(text); case .b(_, let text): log(text) } }\n",
    "func f() { do { try g() } catch let text { log(text) } }\n",
    "func f() { do { try g() } catch let text where text.isEmpty { log(text) } }\n",
    "func f() { run { [text = name] in log(text) } }\n",
    "func f() { var text = \"\"\n  text = \"1\"\n  func g() { log(text) } }\n",
    "func f() { let (text, other) = names\n  log(text, other) }\n",
    "if let text = name { log(text) }\n",
  ])
  func `parameters and variables of all scopes are no use of a function`(code: String) throws {
    let departure = try Departure(Self.client, code)
    #expect(!departure.texts[0].contains("Promise"))
    #expect(departure.remarks == [])
  }

  @Test(arguments: [
    ("newValue", "struct A {\n  var b: Int { get { 1 } set { log(newValue) } }\n}\n"),
    ("newValue", "struct A {\n  var b = 1 { willSet { log(newValue) } }\n}\n"),
    ("oldValue", "struct A {\n  var b = 1 { didSet { log(oldValue) } }\n}\n"),
    ("error", "func f() { do { try g() } catch { log(error) } }\n"),
  ])
  func `names that the language declares are no use of a function`(name: String, code: String) throws {
    #expect(!(try Departure(Self.client.replacing("text", with: name), code)).texts[0].contains("Promise"))
  }

  @Test(arguments: [
    "func f(_ x: Any = text) { log(x) }\n", "func f() { log(text)\n  let text = 1 }\n",
    "func f(text: Int) {}\nfunc g() { log(text) }\n", "func f() { run { [text = text] in log(1) } }\n",
    "func f() { do { try g() } catch let text { log(text) }\n  log(text) }\n",
    "struct A {\n  var b: Int { set(text) { log(1) } get { log(text) } }\n}\n",
  ])
  func `a name that no variable hides is a use of a function`(code: String) throws {
    let departure = try Departure(Self.client, code)
    #expect(departure.texts[0].contains("Promise"))
    #expect(departure.remarks.contains { $0.message.contains("is used at File1.swift:") })
  }

  @Test(arguments: [
    "enum Failure: Error {\n  case text(String)\n  func log() { if case .text(let value) = self { print(value) } }\n}\n",
    "enum Failure: Error { case text(String) }\nfunc f() throws { throw Failure.text(\"a\") }\n",
    "enum Kind { case text }\nfunc f() { show(.text) }\n",
    "actor Journal { var text: (String) -> Promise<String> }\n",
    "struct Row {\n  let text: (String) -> Promise<String>\n  func show() async throws { try await text(\"b\").get() }\n}\n",
    "extension Client { var text: String { \"\" } }\n",
    "extension Client { var text: Item? { nil } }\nstruct Item {}\n",
    "class Base { var text = \"\" }\n",
    "let text: (String) -> Promise<String> = make()\n",
  ])
  func `other declarations hide no function`(declaration: String) throws {
    let calls = """
      extension Client {
        func one() async throws -> String { try await text("a").get() }
      }
      func two(_ client: Client) async throws -> String { try await client.text("a").get() }

      """
    let departure = try Departure(Self.client, declaration, calls)
    #expect(!departure.texts[0].contains("Promise"))
    #expect(departure.texts[1].hasSuffix(declaration))
    #expect(departure.texts[2] == calls.replacing(".get()", with: ""))
  }

  @Test(arguments: [
    "extension Client { var text: (String) -> Promise<String> { make() } }",
    "extension Client { var text: Maker { make() } }\ntypealias Maker = (String) -> Promise<String>",
    "extension Client { var text: Maker { make() } }\nstruct Maker { func callAsFunction(_ x: String) -> Promise<String> }",
    "class Base { lazy var text = make() }",
    "extension Client: Texts {}\nprotocol Texts { var text: @Sendable (String) -> Promise<String> { get } }",
  ])
  func `a property that can be called instead of a function is named`(declaration: String) throws {
    let calls = """
      func two(_ client: Client) async throws -> String { try await client.text("a").get() }
      extension Client {
        func one() async throws -> String { try await text("a").get() }
      }

      """
    let departure = try Departure(Self.client, declaration + "\n", calls)
    #expect(departure.texts[2].hasSuffix(calls))
    let remark = try #require(departure.remarks.first { $0.reason == "promise-form" })
    let line = declaration.hasPrefix("extension Client: Texts") ? 4 : 3
    #expect(
      remark.message == """
        File2.swift:3 may call text(_:) -> Promise or the variable of the same name at File1.swift:\(line). Rename the \
        variable, and run the command again.
        """)
  }

  @Test(arguments: [
    "struct Row {\n  let text: String\n  func show() { log(text, self.text) }\n}\n",
    "struct Row {\n  let text: (String) -> Void\n  func show() { text(\"a\"); self.text(\"a\") }\n}\n",
    "struct Row {\n  func text(_ id: String) -> Int { 1 }\n  func show() { log(text(\"a\"), text) }\n}\n",
    "struct Row {\n  func text(_ id: String) -> Int { 1 }\n}\nfunc show(_ row: Row) { log(row.text(\"a\")) }\n",
    "struct Row {\n  func text(_ id: String) -> Int { 1 }\n}\nextension Row { struct Cell { let a = text(\"a\") } }\n",
    "class A { var text = 1 }\nclass B: A { func show() { text = 2; log(text) } }\n",
    "enum Kind { case text\n static let all = [text, Kind.text, Self.text] }\n",
    "extension Client {\n  var text: String { \"\" }\n  func show() { log(text, self.text) }\n}\n",
  ])
  func `members of other types are no use of a function`(code: String) throws {
    let departure = try Departure(Self.client, code)
    #expect(!departure.texts[0].contains("Promise"))
    #expect(departure.remarks == [])
  }

  @Test(arguments: [
    "extension Client { func show() { log(text(\"a\")) } }\n", "extension Client { func show() { log(self.text) } }\n",
    "class Other: Client { func show() { log(text) } }\n", "func show(_ client: Client) { log(client.text(\"a\")) }\n",
    "func show(_ client: Special) { log(client.text(\"a\")) }\nclass Special: Client {}\n",
    "struct Row { func show() { log(client.text(\"a\")) }\n func text(_ a: String) {} }\n",
    "extension Client {\n  var text: String { \"\" }\n  func show() { names.then(text).cauterize() }\n}\n",
  ])
  func `a member of the same type is a use of a function`(code: String) throws {
    #expect(try Departure(Self.client, code).texts[0].contains("Promise"))
  }

  @Test func `a property without labels is not called with labels`() throws {
    let departure = try Departure(
      """
      final class Session {
        var user: (Int) -> Promise<Int> = make
        func user(id: Int) async throws -> Int { id }
        func user(id: Int) -> Promise<Int> { Promise { try await self.user(id: id) } }
        func one() async throws -> Int { try await user(id: 1).get() }
      }

      """)
    #expect(departure.text.contains("{ try await user(id: 1) }"))
  }

  @Test func `functions of nested types are called`() throws {
    let departure = try Departure(
      """
      enum App {
        final class Client {}
      }
      extension App.Client {
        func text(_ path: String) async throws -> String { path }
        func text(_ path: String) -> Promise<String> { Promise { try await self.text(path) } }
      }
      func one(_ client: App.Client) async throws -> String { try await client.text("a").get() }

      """)
    #expect(!departure.text.contains("Promise"))
  }
}
