import Testing

/// How `adopt` lays out the lists of a manifest.
struct ArrayLayoutTests {
  /// Adopts a manifest with the dependencies of one target, and returns them.
  private func dependencies(_ list: String) throws -> String {
    let head = "let package = Package(name: \"A\", platforms: [.iOS(.v15)], dependencies: ["
    let package = ".package(name: \"swift-promises\", path: \"../swift-promises\")"
    let old = [
      ".package(url: \"https://github.com/mxcl/PromiseKit\", from: \"8.0.0\")",
      ".package(url: \"https://github.com/PromiseKit/UIKit\", from: \"1.0.0\")",
    ]
    let middle = "], targets: [.target(name: \"A\", dependencies: "
    let adopted = try adopt(
      head + old.joined(separator: ", ") + middle + list + ")])\n", path: "Package.swift",
      next: ["Sources/A/A.swift": "import PromiseKit"])
    #expect(adopted.text.hasPrefix(head + package + middle))
    #expect(adopted.text.hasSuffix(")])\n"))
    let product = { (name: String) in ".product(name: \"\(name)\", package: \"swift-promises\")" }
    return String(adopted.text.dropFirst((head + package + middle).count).dropLast(4))
      .replacing(product("PromiseConcurrency"), with: "ONE").replacing(product("PromiseKitVocabulary"), with: "TWO")
  }

  @Test(arguments: [
    // One line stays one line, with the spaces and the comma at the end.
    (#"["PromiseKit"]"#, #"[ONE, TWO]"#),
    (#"[ "PromiseKit", "B" , ]"#, #"[ ONE, TWO, "B" , ]"#),
    (#"["B", "PromiseKit", "PMKUIKit"]"#, #"["B", ONE, TWO]"#),
    // Elements on lines of their own stay so.
    ("[\n    \"PromiseKit\"\n  ]", "[\n    ONE,\n    TWO\n  ]"),
    ("[\n\t\"PromiseKit\",\n\t\"B\",\n]", "[\n\tONE,\n\tTWO,\n\t\"B\",\n]"),
    ("[\n  \"B\",\n  \"PromiseKit\",\n]", "[\n  \"B\",\n  ONE,\n  TWO,\n]"),
    ("[\n  \"PromiseKit\",\n  \"PMKUIKit\",\n  \"B\"]", "[\n  ONE,\n  TWO,\n  \"B\"]"),
    // The first one may follow the bracket.
    ("[\"PromiseKit\",\n \"B\"]", "[ONE,\n TWO,\n \"B\"]"),
    ("[\"B\",\n \"PromiseKit\"]", "[\"B\",\n ONE,\n TWO]"),
    // Several elements on a line.
    ("[\"PromiseKit\", \"B\",\n \"C\"]", "[ONE, TWO, \"B\",\n \"C\"]"),
  ])
  func `elements on one line stay on one line, and others on their own lines`(list: String, expected: String) throws {
    #expect(try dependencies(list) == expected)
  }

  @Test(arguments: [
    (
      "[\n  // Why\n  \"PromiseKit\", // what\n  \"B\" // last\n]",
      "[\n  // Why\n  ONE,\n  TWO, // what\n  \"B\" // last\n]"
    ),
    (
      "[\n  \"PromiseKit\", // what\n  \"PMKUIKit\", // which\n  \"B\",\n]",
      "[\n  ONE,\n  TWO, // what\n  // which\n  \"B\",\n]"
    ),
    ("[\n  \"PromiseKit\", // what\n  \"PMKUIKit\" // which\n]", "[\n  ONE,\n  TWO, // what\n  // which\n]"),
    ("[\n  \"PromiseKit\", // what\n  \"PMKUIKit\"\n]", "[\n  ONE,\n  TWO, // what\n]"),
    ("[\n  \"PromiseKit\",\n  \"PMKUIKit\" // which\n]", "[\n  ONE,\n  TWO,\n  // which\n]"),
    ("[\n  \"PromiseKit\",\n  /* which */ \"PMKUIKit\",\n]", "[\n  ONE,\n  TWO,\n  /* which */\n]"),
    ("[/* a */ \"PromiseKit\" /* b */, /* c */ \"B\" /* d */]", "[/* a */ ONE, TWO /* b */, /* c */ \"B\" /* d */]"),
  ])
  func `comments in a list are kept`(list: String, expected: String) throws {
    #expect(try dependencies(list) == expected)
  }
}
