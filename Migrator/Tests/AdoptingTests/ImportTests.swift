import Adopting
import SourceEditing
import Testing

struct ImportTests {
  @Test(arguments: [
    ("import PromiseKit", "@_spi(PromiseKit) import PromiseKitVocabulary"),
    ("import PromiseKit  // why", "@_spi(PromiseKit) import PromiseKitVocabulary  // why"),
    ("import PromiseKit; import UIKit", "@_spi(PromiseKit) import PromiseKitVocabulary; import UIKit"),
    ("import class PromiseKit.Promise", "@_spi(PromiseKit) import PromiseKitVocabulary"),
    ("import PromiseKit.Submodule", "@_spi(PromiseKit) import PromiseKitVocabulary"),
    ("@testable import PromiseKit", "@_spi(PromiseKit) import PromiseKitVocabulary"),
    ("@testable\nimport PromiseKit", "@_spi(PromiseKit)\nimport PromiseKitVocabulary"),
    ("@preconcurrency @testable import PromiseKit", "@_spi(PromiseKit) import PromiseKitVocabulary"),
    ("@_exported import PromiseKit", "@_spi(PromiseKit) @_exported import PromiseKitVocabulary"),
    ("public import PromiseKit", "@_spi(PromiseKit) public import PromiseKitVocabulary"),
    ("private import class PromiseKit.Promise", "@_spi(PromiseKit) private import PromiseKitVocabulary"),
    (
      "/* a */ import /* b */ PromiseKit /* c */",
      "/* a */ @_spi(PromiseKit) import /* b */ PromiseKitVocabulary /* c */"
    ),
    ("import PromiseKitExtras", "import PromiseKitExtras"),
    (
      "#if os(iOS)\n  import PromiseKit\n#endif", "#if os(iOS)\n  @_spi(PromiseKit) import PromiseKitVocabulary\n#endif"
    ),
    (
      "#if canImport(PromiseKit) && DEBUG\nimport PromiseKit\n#endif",
      "#if canImport(PromiseKitVocabulary) && DEBUG\n@_spi(PromiseKit) import PromiseKitVocabulary\n#endif"
    ),
  ])
  func `an import in any form is changed`(before: String, after: String) throws {
    #expect(try adopt(before).text == after)
    #expect(try adopt(after).text == after)
    #expect(try adopt(after).changeCount == 0)
  }

  @Test func `several imports of single declarations become one`() throws {
    let text = "import class PromiseKit.Promise\nimport func PromiseKit.when\nimport UIKit\n"
    #expect(try adopt(text).text == "@_spi(PromiseKit) import PromiseKitVocabulary\nimport UIKit\n")
  }

  @Test(arguments: [
    ("_ = session.dataTask(.promise, with: url)", "PromiseKitFoundationVocabulary"),
    ("_ = process.launch(.promise)", "PromiseKitFoundationVocabulary"),
    ("_ = center.observe(once: name)", "PromiseKitFoundationVocabulary"),
    ("_ = after(life: object)", "PromiseKitFoundationVocabulary"),
    ("let error: PMKHTTPError? = nil", "PromiseKitFoundationVocabulary"),
    ("_ = load().validate().map { $0 }", "PromiseKitFoundationVocabulary"),
    ("_ = String(data: data, urlResponse: response)", "PromiseKitFoundationVocabulary"),
    ("_ = queue.async(.promise) { 1 }", "PromiseKitVocabulary"),
    ("form.validate()", "PromiseKitVocabulary"),
    ("let text = \"session.dataTask(.promise, with: url)\"", "PromiseKitVocabulary"),
  ])
  func `the import is that of the module that the file needs`(code: String, module: String) throws {
    #expect(try adopt("import PromiseKit\n\(code)\n").text == "@_spi(PromiseKit) import \(module)\n\(code)\n")
  }

  @Test func `a function of the project itself needs no other module`() throws {
    let own =
      "extension URLSession { func dataTask(_: PMKNamespacer, with url: URL) -> Promise<Data> { fatalError() } }"
    let text = "import PromiseKit\n_ = session.dataTask(.promise, with: url)\n"
    #expect(try adopt(text, next: ["Own.swift": own]).text.contains("import PromiseKitVocabulary"))
  }

  @Test func `imports of additions are removed, and explained if they have no counterpart`() throws {
    let text = "import PMKFoundation\nimport PromiseKit\nimport PMKUIKit\n"
    let adopted = try adopt(text)
    #expect(adopted.text == "@_spi(PromiseKit) import PromiseKitFoundationVocabulary\n")
    #expect(adopted.reasons == ["sdk-additions"])
  }

  @Test func `an import of an addition alone is changed`() throws {
    #expect(try adopt("import PMKFoundation\n").text == "@_spi(PromiseKit) import PromiseKitFoundationVocabulary\n")
  }

  @Test func `a condition around removed imports is removed as well`() throws {
    let text = "import PromiseKit\n#if canImport(PMKFoundation)\nimport PMKFoundation\n#endif\nlet one = 1\n"
    #expect(try adopt(text).text == "@_spi(PromiseKit) import PromiseKitFoundationVocabulary\nlet one = 1\n")
  }

  @Test func `the comment of a removed import stays`() throws {
    let text = "import PromiseKit\n// Before.\nimport PMKFoundation // for tasks\n"
    #expect(
      try adopt(text).text == "@_spi(PromiseKit) import PromiseKitFoundationVocabulary\n// Before.\n// for tasks\n")
  }

  @Test func `an import on a line with others is removed alone`() throws {
    let text = "import PromiseKit; import PMKFoundation; import UIKit\n"
    #expect(try adopt(text).text == "@_spi(PromiseKit) import PromiseKitFoundationVocabulary; import UIKit\n")
  }

  @Test func `a file that waits also imports PromiseTesting`() throws {
    let text = "import PromiseKit // why\nimport XCTest\nlet one = try hang(load())\n"
    let expected =
      "@_spi(PromiseKit) import PromiseKitVocabulary // why\nimport PromiseTesting\nimport XCTest\nlet one = try hang(load())\n"
    #expect(try adopt(text).text == expected)
    let google = "@testable import Promises; import XCTest\nXCTAssert(waitForPromises(timeout: 1))\n"
    #expect(
      try adopt(google, from: .googlePromises).text
        == "@_spi(GooglePromises) import GooglePromisesVocabulary; import PromiseTesting; import XCTest\nXCTAssert(waitForPromises(timeout: 1))\n"
    )
  }

  @Test func `modules for Objective-C are kept`() throws {
    let adopted = try adopt("import FBLPromises\nimport Promises\nimport PromisesTestHelpers\n", from: .googlePromises)
    #expect(
      adopted.text
        == "import FBLPromises\n@_spi(GooglePromises) import GooglePromisesVocabulary\nimport PromisesTestHelpers\n")
    #expect(adopted.reasons == ["objective-c", "kept-import"])
  }

  @Test func `a file with AnyPromise keeps PromiseKit`() throws {
    let text = "import PromiseKit\nfunc f() -> AnyPromise { AnyPromise(g()) }\n"
    let adopted = try adopt(text)
    #expect(adopted.text == text)
    #expect(adopted.reasons == ["objective-c"])
  }

  @Test(arguments: [
    (1, ""), (2, " The file also uses it in line 3."), (3, " The file also uses it in lines 3 and 4."),
    (7, " The file also uses it in lines 3, 4, 5, 6, 7 and 8."),
    (9, " The file also uses it in lines 3, 4, 5, 6, 7, 8 and 2 others."),
  ])
  func `the uses of AnyPromise are one remark, which names their lines`(lineCount: Int, end: String) throws {
    let lines = String(repeating: "let a: AnyPromise, b: AnyPromise\n", count: lineCount)
    let adopted = try adopt("import PromiseKit\n\(lines)")
    #expect(
      adopted.remarks.map(\.message) == [
        "`AnyPromise` is for Objective-C and has no counterpart, so the imports of this file were not changed.\(end)"
      ])
    #expect(adopted.remarks.map { [$0.line, $0.column] } == [[2, 8]])
  }

  @Test func `different names for Objective-C are different remarks`() throws {
    let text = "import Promises\nlet a = b.asObjCPromise()\nimport FBLPromises\nlet c = b.asObjCPromise()\n"
    let adopted = try adopt(text, from: .googlePromises)
    #expect(adopted.remarks.map(\.line) == [2])
    let kept = try adopt("import FBLPromises\nimport PromisesObjC\n", from: .googlePromises)
    #expect(kept.remarks.map(\.line) == [1, 2])
    #expect(Set(kept.remarks.map(\.explanation)).count == 1)
  }

  @Test func `a file that relies on a re-export gets an import`() throws {
    let text = "// A file.\n\n/// A function.\nfunc f() -> Promise<Int> { .value(1) }\n"
    let adopted = try adopt(text, next: ["Exports.swift": "@_exported import PromiseKit"])
    #expect(
      adopted.text
        == "// A file.\n\n@_spi(PromiseKit) import PromiseKitVocabulary\n\n/// A function.\nfunc f() -> Promise<Int> { .value(1) }\n"
    )
    #expect(adopted.reasons == ["added-import"])
  }

  @Test func `a file with a chain relies on the import of another file`() throws {
    let text = "import UIKit\nload().then { show($0) }.catch { show($0) }\n"
    let others = ["Load.swift": "import Promises\nfunc load() -> Promise<Int> { Promise(1) }"]
    let adopted = try adopt(text, from: .googlePromises, next: others)
    #expect(
      adopted.text
        == "import UIKit\n@_spi(GooglePromises) import GooglePromisesVocabulary\nload().then { show($0) }.catch { show($0) }\n"
    )
    #expect(try adopt(text, from: .googlePromises).text == text)
  }

  @Test(arguments: [
    "import Hydra\nfunc f() -> Promise<Int> { fatalError() }\n",
    "let text = \"import PromiseKit\"\n// import PromiseKit\n",
    "class Promise<T> {}\nfunc f() -> Promise<Int> { .init() }\n",
  ])
  func `files without the library are not touched`(text: String) throws {
    let adopted = try adopt(text, next: ["Other.swift": "@_exported import PromiseKit"])
    #expect(adopted.text == text)
    #expect(adopted.reasons.isEmpty)
  }

  @Test func `a promise of an unknown library is left`() throws {
    let adopted = try adopt("func f() -> Promise<Int> { g() }\n", next: ["Other.swift": "import PromiseKit"])
    #expect(adopted.reasons == ["unknown-promise"])
    #expect(adopted.changeCount == 0)
  }

  @Test func `line endings and byte-order marks are kept`() throws {
    #expect(
      try adopt("\u{FEFF}import PromiseKit\r\nimport PMKFoundation\r\nlet a = 1\r\n").text
        == "\u{FEFF}@_spi(PromiseKit) import PromiseKitFoundationVocabulary\r\nlet a = 1\r\n")
  }
}
