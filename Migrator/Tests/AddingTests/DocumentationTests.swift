import Adding
import Testing

/// What becomes of documentation comments.
@Suite struct DocumentationTests {
  private func comment(_ style: TwinStyle, _ comment: String, _ function: String) throws -> [String] {
    let addition = try Addition(style, comment + "\n" + function + "\n")
    let lines = addition.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: function))
    let end = try #require(lines.dropFirst(start + 1).firstIndex { $0.contains("func f") })
    return lines[(start + 2)..<end].map { String($0) }
  }

  private let callback = "func f(_ a: Int, done completion: @escaping (Int) -> Void) {}"

  @Test func `the handler is removed from a list`() throws {
    let text = """
      /// Does it.
      ///
      /// - Parameters:
      ///   - a: A number.
      ///   - completion: Called
      ///     at the end.
      ///   - done: The same.
      /// - Note: Slow.
      """
    #expect(
      try comment(.promise, text, callback) == [
        "/// Does it.", "///", "/// - Parameters:", "///   - a: A number.", "/// - Note: Slow.",
      ])
  }

  @Test func `a list without items is removed`() throws {
    let text = "/// Does it.\n///\n/// - Parameters:\n///   - completion: Called.\n///   which ends here."
    #expect(try comment(.promise, text, callback) == ["/// Does it."])
  }

  @Test func `a single parameter is removed`() throws {
    let text = "/// Does it.\n/// - parameter a: A number.\n/// - parameter completion: Called.\n///\n/// More."
    #expect(
      try comment(.promise, text, callback) == ["/// Does it.", "/// - parameter a: A number.", "///", "/// More."])
  }

  @Test func `a comment in a block keeps its form`() throws {
    let text = "/**\n * Does it.\n *\n * - Parameter completion: Called.\n */"
    #expect(try comment(.promise, text, callback) == ["/**", " * Does it.", " */"])
  }

  @Test func `only the comment before the function is carried over`() throws {
    let text = "/// Of nothing.\n\n// A comment.\n/// Does it.\n// swiftlint:disable:next all"
    #expect(try comment(.promise, text, callback) == ["/// Does it."])
  }

  @Test func `a new handler is documented`() throws {
    let text = """
      /// Does it.
      ///
      /// - Parameter a: A number.
      /// - Returns: A promise
      ///   of a number.
      """
    #expect(
      try comment(.callback, text, "func f(_ a: Int) -> Promise<Int> { .value(a) }") == [
        "/// Does it.", "///", "/// - Parameter a: A number.", "/// - Parameter completion: Called with the result.",
      ])
  }

  @Test func `a function without a comment gets none`() throws {
    #expect(try comment(.callback, "// Of nothing.", "func f(_ a: Int) -> Promise<Int> { .value(a) }") == [])
  }
}
