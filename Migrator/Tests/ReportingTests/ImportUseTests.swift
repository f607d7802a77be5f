import Testing

@testable import Reporting

@Suite struct ImportUseTests {
  @Test(arguments: [
    ("PromiseKit", Library.promiseKit), ("PMKFoundation", .promiseKit), ("PMKCoreLocation", .promiseKit),
    ("Promises", .googlePromises), ("FBLPromises", .googlePromises), ("PromisesTestHelpers", .googlePromises),
    ("JustPromises", .justPromises), ("Promis", .promis), ("Hydra", .hydra), ("BrightFutures", .brightFutures),
    ("Combine", .combine), ("PromiseCore", .swiftPromises), ("PromiseConcurrency", .swiftPromises),
    ("PromiseTesting", .swiftPromises), ("PromiseFoundation", .swiftPromises), ("PromiseTracing", .swiftPromises),
    ("PromiseSharing", .swiftPromises), ("PromiseScoping", .swiftPromises), ("PromiseObservation", .swiftPromises),
    ("PromiseKitVocabulary", .swiftPromises), ("PromiseKitFoundationVocabulary", .swiftPromises),
    ("GooglePromisesVocabulary", .swiftPromises),
  ])
  func `a module belongs to a library`(module: String, library: Library) throws {
    #expect(try read("import \(module)\n").imports.map(\.library) == [library])
  }

  @Test(arguments: ["Foundation", "PromiseKitExtras", "PMK", "PromiseCoreExtras", "MyPromises", "promisekit"])
  func `another module is not reported`(module: String) throws {
    #expect(try read("import \(module)\n").imports.isEmpty)
  }

  @Test(arguments: [
    ("import PromiseKit", "import"),
    ("import class PromiseKit.Promise", "import class"),
    ("import PromiseKit.Submodule", "import"),
    ("@testable  import Promises", "@testable import"),
    ("@_exported import PromiseKit", "@_exported import"),
    ("@preconcurrency public import func PromiseKit.when", "@preconcurrency public import func"),
    ("@_spi(PromiseKit)\nimport PromiseKitVocabulary", "@_spi(PromiseKit) import"),
  ])
  func `the form of an import is kept`(declaration: String, form: String) throws {
    #expect(try read(declaration + "\n").imports.map(\.form) == [form])
  }

  @Test func `imports inside #if are found`() throws {
    let imports = try read(
      """
      import Combine
      #if canImport(PromiseKit)
        import PromiseKit
      #else
        import PromiseCore
      #endif
      """
    ).imports
    #expect(imports.map(\.module) == ["Combine", "PromiseKit", "PromiseCore"])
    #expect(imports.map(\.isConditional) == [false, true, true])
    #expect(imports.map(\.line) == [1, 3, 5])
  }

  @Test func `only the SPIs for migration count, and only those of this library`() throws {
    let imports = try read(
      """
      @_spi(PromiseKit) import PromiseKitVocabulary
      @_spi(GooglePromises) @testable import GooglePromisesVocabulary
      @_spi(Testing) import PromiseTesting
      @_spi(Testing) @_spi(PromiseKit) import PromiseKitFoundationVocabulary
      @_spi(PromiseKit) import Hydra
      """
    ).imports
    #expect(imports.map(\.spi) == ["PromiseKit", "GooglePromises", nil, "PromiseKit", nil])
  }

  @Test func `text that looks like an import is none`() throws {
    let file = try read(
      #"""
      // import PromiseKit
      /* import PromiseKit */
      let text = """
      import PromiseKit
      """
      """#)
    #expect(file.imports.isEmpty)
  }

  @Test func `imports are summed up by library and module`() throws {
    let report = try report(
      "import PromiseKit\nimport PMKFoundation\nimport Combine\n", "@testable import PromiseKit\n",
      "@_spi(PromiseKit) import PromiseKitVocabulary\nimport PromiseTesting\n")
    #expect(report.total(.otherLibraryImports) == 3)
    #expect(report.total(.swiftPromisesImports) == 2)
    #expect(report.total(.combineImports) == 1)
    #expect(report.total(.spiImports) == 1)
    #expect(
      report.imports.first
        == ModuleImports(
          module: "PromiseKit", library: .promiseKit, count: 2, forms: ["import": 1, "@testable import": 1]))
    #expect(report.imports.count == 5)
  }
}
