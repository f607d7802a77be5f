import SourceEditing
import Testing

@Suite struct PromiseFormTests {
  private static let user = """
    /// Loads a user.
    func user(_ id: Int) async throws -> Int { id }

    /// Loads a user.
    func user(_ id: Int) -> Promise<Int> {
      Promise { try await user(id) }
    }

    """

  @Test func `a promise form that nothing calls goes`() throws {
    let departure = try Departure(
      Self.user + "\nfunc both() async throws -> Int { try await user(1).get() + user(2).get() }\n")
    #expect(
      departure.text == """
        /// Loads a user.
        func user(_ id: Int) async throws -> Int { id }

        func both() async throws -> Int { try await user(1) + user(2) }

        """)
    #expect(departure.remarks == [])
  }

  @Test(arguments: [
    "let promise = user(1)", "func f() { user(1).done { print($0) }.cauterize() }",
    "func f() async { await show(user) }", "func f() { ids().then(api.user) }",
    "func f() { show(self.user) }", "func f() async throws { try await when(fulfilled: user(1), user(2)).get() }",
    "func f() async throws { try await run(user(1)) }", "print(try await user(1))", "func f() { perform(s.user) }",
    "let make: (Int) -> Promise<Int> = user",
    "func f() async throws { try await user(1).map { $0 + 1 }.get() }",
    "func f() async throws { async let x = user(1).map { $0 } }",
  ])
  func `a promise form that is used remains`(use: String) throws {
    let departure = try Departure(Self.user, use)
    #expect(departure.texts[0] == "import PromiseConcurrency\n\n" + Self.user)
    let remark = try #require(departure.remarks.first { $0.reason == "promise-form" })
    #expect(remark.message.contains("File1.swift:3"))
  }

  @Test func `all uses of a promise form are listed`() throws {
    let calls = "func f() {\n  user(1).cauterize(); user(2).cauterize()\n  user(3).done(show).cauterize()\n}\n"
    let many = String(repeating: "func f() { user(1).cauterize() }\n", count: 20)
    let messages = try [Departure(Self.user, calls), Departure(Self.user, calls, many)].map { departure in
      try #require(departure.remarks.first { $0.reason == "promise-form" }).message
    }
    #expect(
      messages[0].contains("user(_:) -> Promise is used at File1.swift:4 and File1.swift:5. Call the async form there"))
    #expect(messages[1].contains("File1.swift:5, File2.swift:3, "))
    #expect(messages[1].contains(", File2.swift:20 and 2 more. "))
  }

  @Test(arguments: [
    ("[Int]", "try await users().map { $0 + 1 }", false),
    ("Set<Int>", "try await users().map(\\.hash).reduce(0, +)", false),
    ("Int?", "try await users().map(\\.hash)", false), ("[Int]", "try await users().map { $0 }.get()", true),
    ("[Int]", "users().map { $0 }.cauterize()", true), ("User", "try await users().map { $0 }", true),
    ("[Int]", "try await users().then { $0 }", true), ("[Int]", "let promise = users().map { $0 }", true),
  ])
  func `an awaited array has operators as well`(value: String, use: String, isUse: Bool) throws {
    let forms = """
      func users() async throws -> \(value) { load() }
      func users() -> Promise<\(value)> { Promise { try await users() } }

      """
    let departure = try Departure(forms, "func f() async throws {\n  \(use)\n}\n")
    #expect(departure.texts[0].contains("Promise") == isUse)
  }

  @Test(arguments: [
    "func f() async throws -> Int { try await user(1) }",
    "func f() async throws { async let x = user(1); _ = try await x }",
    "func f() async throws -> String { try await user(1).description }",
    "struct API { func user() async -> Int { 1 }\n func user() -> Promise<Int> { Promise { await user() } } }",
    // Variables and properties of that name.
    "func f(user: Int) { print(user) }", "func f() { let user = 1; print([user].map { $0 + user }) }",
    "func f() { all.map { user in print(user) } }",
    "struct Session { let user: Int }\nfunc f(_ x: Session) { print(x.user) }",
  ])
  func `the async form is no use of the promise form`(use: String) throws {
    let departure = try Departure(Self.user, use)
    #expect(!departure.texts[0].contains("Promise"))
  }

  @Test func `a public promise form goes only if that is asked for`() throws {
    let old = """
      public func user() async throws -> Int { 1 }
      public func user() -> Promise<Int> { Promise { try await user() } }

      extension API {
        public func name() async throws -> Int { 1 }
        public func name() -> Promise<Int> { Promise { try await self.name() } }
      }

      public extension API {
        func age() async -> Int { 1 }
        func age() -> Guarantee<Int> { Guarantee { await age() } }
      }

      """
    let kept = try Departure(old)
    #expect(kept.text == "import PromiseConcurrency\n\n" + old)
    #expect(kept.reasons == ["promise-form", "promise-form", "promise-form"])
    #expect(kept.remarks.allSatisfy { $0.message.contains("--public") })
    #expect(
      try Departure(old, isPublic: true).text == """
        public func user() async throws -> Int { 1 }

        extension API {
          public func name() async throws -> Int { 1 }
        }

        public extension API {
          func age() async -> Int { 1 }
        }

        """)
  }

  @Test(arguments: [
    "@objc func user() -> Promise<Int>", "override func user() -> Promise<Int>", "open func user() -> Promise<Int>",
  ])
  func `a promise form that another declaration determines remains`(declaration: String) throws {
    let departure = try Departure(
      "class API: Base {\n  func user() async throws -> Int { 1 }\n  \(declaration) { Promise { try await user() } }\n}\n",
      isPublic: true)
    #expect(departure.text.contains(declaration))
    #expect(departure.reasons.contains("promise-form"))
  }

  @Test func `an override keeps the promise form`() throws {
    let departure = try Departure(
      Self.user,
      "class B: A { override func user(_ id: Int) -> Promise<Int> { Promise { try await user(id) } }\n override func user(_ id: Int) async throws -> Int { 1 } }"
    )
    #expect(departure.texts[0] == "import PromiseConcurrency\n\n" + Self.user)
    #expect(departure.reasons.contains("promise-form"))
  }

  @Test func `a requirement keeps the promise form`() throws {
    let departure = try Departure(
      Self.user,
      "protocol Users {\n  func user(_ id: Int) -> Promise<Int>\n  func user(_ id: Int) async throws -> Int\n}\n")
    #expect(departure.texts[0].contains("-> Promise<Int>"))
  }

  @Test func `a comment that is no documentation is not lost`() throws {
    let old =
      "func user() async throws -> Int { 1 }\n\n// Until the screens are async.\n"
      + "func user() -> Promise<Int> { Promise { try await user() } }\n"
    let departure = try Departure(old)
    #expect(departure.text.hasSuffix(old))
    #expect(departure.reasons.contains("promise-form"))
  }

  @Test func `comments before an empty line belong to something else`() throws {
    let departure = try Departure(
      "func user() async throws -> Int { 1 }\n\n// MARK: - Others\n\n/// A user.\n"
        + "func user() -> Promise<Int> { Promise { try await user() } }\n")
    #expect(departure.text == "func user() async throws -> Int { 1 }\n\n// MARK: - Others\n")
  }

  @Test func `a function that does more is no promise form`() throws {
    let old = """
      func user() async throws -> Int { 1 }
      func user() -> Promise<Int> { Promise { log(); return try await user() } }
      func name() async throws -> Int { 1 }
      func name() -> Promise<Int> { Promise { try await other() } }
      func age(_ n: Int) async throws -> Int { 1 }
      func age(_ n: Int) -> Promise<Int> { Promise { try await age() } }

      """
    #expect(try Departure(old).text == "import PromiseConcurrency\n\n" + old)
  }
}
