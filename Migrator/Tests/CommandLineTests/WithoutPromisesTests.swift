import Testing

@Suite struct WithoutPromisesTests {
  private let chain = """
    import PromiseConcurrency

    func name(_ id: Int) -> Promise<String> {
      wrap { handler in load(id, completion: handler) }.map(on: nil) { "<\\($0)>" }
    }

    """
  private let caller = """
    import PromiseConcurrency

    func both() async throws -> String { try await name(1).get() + name(2).get() }

    """

  @Test func `a program without promises needs no library`() throws {
    let folder = try Folder()
    try folder.write("Sources/Names.swift", chain)
    try folder.write("Sources/Both.swift", caller)
    let result = try folder.run("unchain", "--without-promises", "Sources", "--copy-to", "Sources/PlainSwift")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Changed 5 functions and promises in 2 of 2 files; 0 left.
        Copied Callback.swift and Wrap.swift to Sources/PlainSwift.

        """)
    #expect(
      try folder.text("Sources/Names.swift") == """
        func name(_ id: Int) async throws -> String {
          let value = try await wrap { handler in load(id, completion: handler) }
          return "<\\(value)>"
        }

        """)
    #expect(
      try folder.text("Sources/Both.swift")
        == "func both() async throws -> String { try await name(1) + name(2) }\n")
    #expect(try folder.text("Sources/PlainSwift/Callback.swift").contains("func withResolver"))

    // The second run reads the files that it has written, and changes nothing.
    let second = try folder.run("unchain", "--without-promises", "Sources", "--copy-to", "Sources/PlainSwift")
    #expect(second.errors == "Changed 0 functions and promises in 0 of 4 files; 0 left.\n")
  }

  @Test func `a dry run writes nothing`() throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain)
    let result = try folder.run("unchain", "--without-promises", "--dry-run", "Names.swift", "--copy-to", "PlainSwift")
    #expect(result.output.contains("-func name(_ id: Int) -> Promise<String> {"))
    #expect(result.errors.hasSuffix("Would copy Callback.swift and Wrap.swift to PlainSwift.\n"))
    #expect(try folder.text("Names.swift") == chain)
    #expect(throws: (any Error).self) { try folder.read("PlainSwift/Wrap.swift") }
  }

  @Test func `without a folder, the files to copy are named`() throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain)
    let result = try folder.run("unchain", "--without-promises", "Names.swift")
    #expect(
      result.errors.hasSuffix(
        """
        Copy Callback.swift and Wrap.swift from Examples/Sources/PlainSwift into the module, or pass --copy-to with a folder.

        """))
  }

  @Test func `a file that exists is not replaced`() throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain)
    try folder.write("PlainSwift/Wrap.swift", "// changed\n")
    let result = try folder.run("unchain", "--without-promises", "Names.swift", "--copy-to", "PlainSwift")
    #expect(result.errors.hasSuffix("Copied Callback.swift to PlainSwift.\nKept Wrap.swift in PlainSwift.\n"))
    #expect(try folder.text("PlainSwift/Wrap.swift") == "// changed\n")
    #expect(try folder.text("PlainSwift/Callback.swift").contains("func withResolver"))
  }

  @Test func `what is in the way is listed, and the rest is done`() throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain)
    try folder.write(
      "Show.swift", "import PromiseConcurrency\n\nfunc show() { name(1).done { print($0) }.cauterize() }\n")
    let result = try folder.run("unchain", "--without-promises", ".", "--copy-to", "PlainSwift")
    #expect(result.status == 1)
    #expect(result.errors.contains("name(_:) -> Promise is used at Show.swift:3."))
    #expect(result.errors.contains("[promise-form]"))
    // The promise form itself is not another thing to do.
    #expect(
      result.errors.hasSuffix(
        "Changed 2 functions and promises in 1 of 2 files; 2 left.\nCopied Callback.swift and Wrap.swift to PlainSwift.\n"
      ))
    #expect(try folder.text("Names.swift").contains("try await wrap { handler in load(id, completion: handler) }\n"))
    #expect(try folder.text("Show.swift").contains("import PromiseConcurrency"))
  }

  @Test func `public functions go if that is asked for`() throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain.replacing("func name", with: "public func name"))
    let kept = try folder.run("unchain", "--without-promises", "Names.swift")
    #expect(kept.errors.contains("--public"))
    let removed = try folder.run("unchain", "--without-promises", "--public", "Names.swift")
    #expect(removed.status == 0)
    #expect(try !folder.text("Names.swift").contains("Promise"))
  }

  @Test(arguments: [["--public"], ["--copy-to", "A"]]) func `the options belong together`(_ options: [String]) throws {
    let folder = try Folder()
    try folder.write("Names.swift", chain)
    let result = try folder.run(arguments: ["unchain", "Names.swift"] + options)
    #expect(result.status == 2)
    #expect(result.errors.contains("--copy-to and --public need --without-promises."))
  }
}
