import Adding
import Testing

/// Where twins and imports are written.
@Suite struct PlacementTests {
  @Test func `carriage returns and tabs are kept`() throws {
    let text = "import PromiseCore\r\nstruct A {\r\n\tfunc f(completion: @escaping () -> Void) {}\r\n}\r\n"
    #expect(
      try Addition(.promise, text).text == """
        import PromiseCore\r
        struct A {\r
        \tfunc f(completion: @escaping () -> Void) {}\r
        \r
        \tfunc f() -> Promise<Void> {\r
        \t\twrap { handler in f(completion: handler) }\r
        \t}\r
        }\r\n
        """)
  }

  @Test func `a comment after the function stays with it`() throws {
    let text = "import PromiseCore\nfunc f(completion: @escaping () -> Void) {}  // here\n/* there */ let a = 1\n"
    #expect(
      try Addition(.promise, text).text == """
        import PromiseCore
        func f(completion: @escaping () -> Void) {}  // here

        func f() -> Promise<Void> {
            wrap { handler in f(completion: handler) }
        }

        /* there */ let a = 1

        """)
  }

  @Test func `a type on one line is opened`() throws {
    let text = "import PromiseCore\nstruct A { func f(completion: @escaping () -> Void) {}; let a = 1 }\n"
    #expect(
      try Addition(.promise, text).text == """
        import PromiseCore
        struct A { func f(completion: @escaping () -> Void) {};

            func f() -> Promise<Void> {
                wrap { handler in f(completion: handler) }
            }
            let a = 1 }

        """)
  }

  @Test func `an extension follows the file`() throws {
    let text = """
      import PromiseCore
      @available(iOS 15, *) struct A<T> where T: Equatable {
        func f(completion: @escaping () -> Void) {}
      }
      // The end
      """
    let result = try Addition(.promise, text) { $0.placement = .extension }.text
    #expect(
      result == """
        import PromiseCore
        @available(iOS 15, *) struct A<T> where T: Equatable {
          func f(completion: @escaping () -> Void) {}
        }

        @available(iOS 15, *)
        extension A {
          func f() -> Promise<Void> {
            wrap { handler in f(completion: handler) }
          }
        }
        // The end
        """)
  }

  @Test(arguments: [
    ("import Foundation\n", "import Foundation\nimport PromiseConcurrency\n"),
    ("import PromiseConcurrency\n", "import PromiseConcurrency\n"),
    ("import PromiseFoundation\n", "import PromiseFoundation\n"),
    ("import PromiseObservation\n", "import PromiseObservation\n"),
    ("@_spi(PromiseKit) import PromiseKitVocabulary\n", "@_spi(PromiseKit) import PromiseKitVocabulary\n"),
    ("import PromiseCore // here\n", "import PromiseConcurrency // here\n"),
    (
      "import class PromiseConcurrency.PromiseQueue\n",
      "import class PromiseConcurrency.PromiseQueue\nimport PromiseConcurrency\n"
    ),
    ("public import Foundation\n", "public import Foundation\ninternal import PromiseConcurrency\n"),
    ("public import A\nimport A\n", "public import A\nimport A\nimport PromiseConcurrency\n"),
    ("#if canImport(A)\nimport A\n#endif\n", "import PromiseConcurrency\n\n#if canImport(A)\nimport A\n#endif\n"),
    ("//\n// A file.\n//\n\n", "//\n// A file.\n//\n\nimport PromiseConcurrency\n\n"),
    ("", "import PromiseConcurrency\n\n"),
    ("/// Not a header.\n\n", "import PromiseConcurrency\n\n/// Not a header.\n\n"),
  ])
  func `the module is imported`(_ old: String, _ new: String) throws {
    let function = "public func f(completion: @escaping () -> Void) {}\n"
    let result = try Addition(.async, old + function).text
    #expect(result.hasPrefix(new + function))
  }

  @Test func `a public declaration needs a public import`() throws {
    let text = "public import Foundation\npublic func f(completion: @escaping () -> Void) {}\n"
    #expect(try Addition(.promise, text).text.contains("\npublic import PromiseCore\n"))
  }

  @Test func `the import is written as in other files`() throws {
    let text = "public import Foundation\npublic func f(completion: @escaping () -> Void) {}\n"
    let other = "import PromiseCore\n"
    #expect(try Addition(.promise, text, others: [other]).text.contains("\nimport PromiseCore\n"))
  }

  @Test func `a file of another library is left`() throws {
    let text = "import PromiseKit\nfunc f(completion: @escaping () -> Void) {}\n"
    let addition = try Addition(.promise, text)
    #expect(addition.text == text)
    #expect(addition.reasons == ["other-library"])
    #expect(try Addition(.promise, "import PromiseKit\n").reasons == [])
  }
}
