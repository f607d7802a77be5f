import Adopting
import SourceEditing
import Testing

/// Numbers that follow from a seed.
private struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

struct PropertyTests {
  private static let comments = [
    "", "", " ", " /* import PromiseKit */ ", "  // .fulfilled PromiseKit.Promise\n", "\n", "\t",
  ]
  private static let attributes = ["", "", "@testable ", "@preconcurrency ", "@_exported ", "@testable\n"]
  private static let access = ["", "", "public ", "internal ", "private "]

  private static func importText(_ generator: inout Generator, _ module: String) -> String {
    let parts = ["import \(module)", "import class \(module).Promise", "import func \(module).when"]
    let text =
      attributes.randomElement(using: &generator)! + access.randomElement(using: &generator)!
      + parts.randomElement(using: &generator)!
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return "#if canImport(\(module))\n  \(text)\n#endif"
    case 1: return "#if os(iOS)\n\(text)\n#elseif canImport(\(module))\n\(text)\n#else\nimport Other\n#endif"
    case 2: return "\(text); import Foundation"
    case 3: return "import UIKit; \(text)"
    default: return text
    }
  }

  private static func code(_ generator: inout Generator, _ module: String) -> String {
    [
      "func f\(generator.next() % 100)() -> \(module).Promise<Int> { \(module).Promise.value(1) }",
      "func g(_ r: \(module).Result<[\(module).Result<Int>]>, _ s: Result<Int>) {}",
      "extension \(module).Result where T == Int { var t: T { fatalError() } }",
      "extension Promise { func h(_ t: T) -> [T] { [t] } }",
      "func s(_ r: Any) { switch r { case .fulfilled(let v): print(v); case let .rejected(e): print(e) } }",
      "func i(_ r: Any) { if case .some(.fulfilled(let v)) = r, case .rejected? = q { print(v, \"\\(\(module).conf)\") } }",
      "let text\(generator.next() % 100) = \"\"\"\n  import \(module)\n  \\(\(module).conf)\n  \"\"\"",
      "func w() async throws { _ = try await p().async(); try hang(p()); waitForPromises(timeout: 1) }",
      "func d() { session.dataTask(.promise, with: url).validate().then { _ in LoadError.none }.catch { _ in } }",
      "public func e(_ e: PMKError, _ n: PMKNamespacer) -> PMKFinalizer { fatalError() }",
    ].randomElement(using: &generator)!
  }

  private static func source(_ seed: UInt64, _ origin: Origin) -> String {
    var generator = Generator(state: seed)
    let module = origin == .promiseKit ? "PromiseKit" : "Promises"
    let others = origin == .promiseKit ? ["PMKFoundation", "PMKUIKit"] : ["FBLPromises"]
    var text = ""
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let isOther = Int.random(in: 0..<4, using: &generator) == 0
      text += importText(&generator, isOther ? others.randomElement(using: &generator)! : module)
      text += comments.randomElement(using: &generator)! + "\n"
    }
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      text += comments.randomElement(using: &generator)! + "\n" + code(&generator, module) + "\n"
    }
    return Int.random(in: 0..<4, using: &generator) == 0
      ? text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") : text
  }

  @Test(arguments: [Origin.promiseKit, .googlePromises])
  func `what comes out parses, and a second run changes nothing`(origin: Origin) throws {
    for seed in 0..<200 as Range<UInt64> {
      let text = Self.source(seed, origin)
      let once = try #require(try? adopt(text, from: origin), "seed \(seed):\n\(text)")
      let twice = try adopt(once.text, from: origin)
      #expect(twice.text == once.text, "seed \(seed)")
      #expect(twice.changeCount == 0, "seed \(seed):\n\(text)\n--- once\n\(once.text)\n--- twice\n\(twice.text)")
      // Comments stay, except in lines that are removed as a whole.
      #expect(once.text.contains("\r\n") == text.contains("\r\n"), "seed \(seed)")
    }
  }
}
