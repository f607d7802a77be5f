import Testing

@testable import Unchaining

@Suite struct ImportTests {
  private let function = "func f() -> Promise<Int> { load().map { $0.count } }\n"

  @Test(arguments: [
    ("import PromiseCore\n", "import PromiseConcurrency\n"),
    ("import PromiseCore // why\n", "import PromiseConcurrency // why\n"),
    ("@_spi(PromiseKit) import PromiseKitVocabulary\n", "@_spi(PromiseKit) import PromiseKitVocabulary\n"),
    (
      "@_spi(GooglePromises) import GooglePromisesVocabulary\n",
      "@_spi(GooglePromises) import GooglePromisesVocabulary\n"
    ),
    ("public import PromiseCore;import B\n", "public import PromiseConcurrency;import B\n"),
    (
      "import A\nimport class PromiseCore.Promise\n",
      "import A\nimport class PromiseCore.Promise\nimport PromiseConcurrency\n"
    ),
    ("import A\n", "import A\nimport PromiseConcurrency\n"),
    ("#if canImport(A)\n  import A\n#endif\n", "import PromiseConcurrency\n\n#if canImport(A)\n  import A\n#endif\n"),
    ("", "import PromiseConcurrency\n\n"),
    ("import PromiseConcurrency\n", "import PromiseConcurrency\n"),
    ("import PromiseFoundation\n", "import PromiseFoundation\n"),
    ("import PromiseObservation\n", "import PromiseObservation\n"),
  ]) func `the file imports what an async function needs`(_ imports: String, _ expected: String) throws {
    let result = try Unchained(imports + function)
    #expect(result.text.hasPrefix(expected + "func f() async throws"), "\(result.text)")
  }

  @Test func `a file in which nothing is rewritten keeps its imports`() throws {
    let source = "import PromiseCore\nfunc f() -> Promise<Int> { load().map(on: queue) { parse($0) } }\n"
    #expect(try Unchained(source).text == source)
  }
}
