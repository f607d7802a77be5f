import SourceEditing
import Testing

@testable import Unchaining

@Suite struct LayoutTests {
  private let source = """
    import PromiseConcurrency

    class C {
      /// Loads.
      func f(_ x: Int) -> Promise<Int> {
        // First.
        let y = x

        return load(y).map { n in
          // Second.
          n + 1
        }
      }

      let z = 1
    }

    """

  private let expected = """
    import PromiseConcurrency

    class C {
      /// Loads.
      func f(_ x: Int) async throws -> Int {
        // First.
        let y = x

        let n = try await load(y).get()
        // Second.
        return n + 1
      }

      /// Loads.
      func f(_ x: Int) -> Promise<Int> {
        Promise { try await self.f(x) }
      }

      let z = 1
    }

    """

  @Test func `comments and blank lines stay where they were`() throws {
    #expect(try Unchained(source).text == expected)
  }

  @Test func `the line endings of the file are kept`() throws {
    let result = try Unchained(source.replacing("\n", with: "\r\n"))
    #expect(result.text == expected.replacing("\n", with: "\r\n"))
  }

  @Test func `tabs are kept`() throws {
    #expect(try Unchained(source.replacing("  ", with: "\t")).text == expected.replacing("  ", with: "\t"))
  }

  @Test func `a byte-order mark is kept`() throws {
    let result = try Unchained(contents: [0xEF, 0xBB, 0xBF] + Array(source.utf8))
    #expect(Array(result.text.utf8) == [0xEF, 0xBB, 0xBF] + Array(expected.utf8))
  }

  @Test func `code that is indented with four spaces stays so`() throws {
    let wide = source.replacing("  ", with: "    ")
    #expect(try Unchained(wide).text == expected.replacing("  ", with: "    "))
  }

  @Test func `a function on one line gets several`() throws {
    let result = try Unchained(
      "import PromiseConcurrency\nstruct S {\n  func f() -> Promise<Int> { load().map { $0.count } } // trailing\n}\n")
    #expect(
      result.text == """
        import PromiseConcurrency
        struct S {
          func f() async throws -> Int {
            let value = try await load().get()
            return value.count
          }

          func f() -> Promise<Int> {
            Promise { try await self.f() }
          } // trailing
        }

        """)
  }

  @Test func `attributes, generics and default values are carried over`() throws {
    let result = try Unchained(
      """
      import PromiseConcurrency

      @discardableResult
      @available(macOS 11, *)
      public static func f<T: Sendable>(a: T, _ b: Int = 1, c d: @escaping () -> Int) -> Promise<[T]>
      where T: Hashable {
        load(a).map { [$0] }
      }

      """, UnchainOptions(isolation: .anywhere))
    #expect(
      result.text == """
        import PromiseConcurrency

        @discardableResult
        @available(macOS 11, *)
        public static func f<T: Sendable>(a: T, _ b: Int = 1, c d: @escaping () -> Int) async throws -> [T]
        where T: Hashable {
          let value = try await load(a).get()
          return [value]
        }

        @discardableResult
        @available(macOS 11, *)
        public static func f<T: Sendable>(a: T, _ b: Int = 1, c d: @escaping () -> Int) -> Promise<[T]>
        where T: Hashable {
          Promise { try await f(a: a, b, c: d) }
        }

        """)
  }

  @Test func `text in strings and comments is not changed`() throws {
    let source = """
      // func f() -> Promise<Int> { load().map { $0 } }
      let text = "func f() -> Promise<Int> { load().map { $0 } }"

      """
    #expect(try Unchained(source).text == source)
  }
}
