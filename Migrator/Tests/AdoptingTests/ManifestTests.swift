import Adopting
import SourceEditing
import Testing

struct ManifestTests {
  private static let text = """
    // swift-tools-version:5.7
    import PackageDescription

    let package = Package(
        name: "App",
        platforms: [.macOS(.v12)],
        dependencies: [
            .package(url: "https://github.com/mxcl/PromiseKit.git", from: "8.0.0"), // "PromiseKit"
            .package(url: "https://github.com/PromiseKit/Foundation.git", from: "3.0.0"),
            .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
        ],
        targets: [
            .target(name: "App", dependencies: [
                "PromiseKit",
                .product(name: "PMKFoundation", package: "Foundation"),
                "Core",
            ]),
            .target(name: "Core", dependencies: [.product(name: "PromiseKit", package: "PromiseKit")]),
            .testTarget(name: "AppTests", dependencies: ["App"]),
        ]
    )

    """

  @Test func `packages and products are replaced`() throws {
    let files = [
      "Sources/App/A.swift": "import PromiseKit\n_ = session.dataTask(.promise, with: url)",
      "Sources/Core/C.swift": "import PromiseKit", "Tests/AppTests/T.swift": "import PromiseKit\n_ = try hang(p)",
    ]
    let adopted = try adopt(Self.text, path: "Package.swift", next: files)
    #expect(
      adopted.text == """
        // swift-tools-version:5.7
        import PackageDescription

        let package = Package(
            name: "App",
            platforms: [.macOS(.v12)],
            dependencies: [
                .package(name: "swift-promises", path: "../swift-promises"), // "PromiseKit"
                .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
            ],
            targets: [
                .target(name: "App", dependencies: [
                    .product(name: "PromiseFoundation", package: "swift-promises"),
                    .product(name: "PromiseKitFoundationVocabulary", package: "swift-promises"),
                    "Core",
                ]),
                .target(name: "Core", dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises"), .product(name: "PromiseKitVocabulary", package: "swift-promises")]),
                .testTarget(name: "AppTests", dependencies: ["App", .product(name: "PromiseTesting", package: "swift-promises")]),
            ]
        )

        """)
    #expect(adopted.reasons == ["local-package"])
    #expect(try adopt(adopted.text, path: "Package.swift", next: files).changeCount == 0)
  }

  @Test func `a package whose files need Objective-C keeps the library`() throws {
    let text = """
      let package = Package(name: "A", platforms: [.iOS(.v12)], dependencies: [.package(url: "https://github.com/google/promises.git", from: "2.0.0")], targets: [.target(name: "A", dependencies: [.product(name: "Promises", package: "promises")])])
      """
    let files = ["Sources/A/A.swift": "import Promises\nimport FBLPromises"]
    let adopted = try adopt(text, from: .googlePromises, path: "Package.swift", next: files)
    #expect(adopted.text.contains(#"[.package(name: "swift-promises", path: "../swift-promises"), .package(url: "#))
    #expect(
      adopted.text.contains(
        #"[.product(name: "PromiseConcurrency", package: "swift-promises"), .product(name: "GooglePromisesVocabulary", package: "swift-promises"), .product(name: "Promises", "#
      ))
    #expect(Set(adopted.reasons) == ["kept-package", "local-package", "old-platform"])
  }

  @Test func `a product at the end of a line is removed with its comma`() throws {
    let text = """
      let package = Package(name: "A", platforms: [.iOS("13")], dependencies: [.package(url: "https://github.com/mxcl/PromiseKit", from: "8.0.0"), .package(url: "https://github.com/PromiseKit/UIKit", from: "1.0.0")], targets: [.target(name: "A", dependencies: ["PromiseKit", "PMKUIKit"])])
      """
    let adopted = try adopt(text, path: "Package.swift")
    #expect(
      adopted.text.contains(#"dependencies: [.package(name: "swift-promises", path: "../swift-promises")], targets"#))
    #expect(adopted.text.contains(#"dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")])"#))
    #expect(adopted.reasons.contains("sdk-additions"))
  }

  @Test(arguments: [
    ("platforms: [.macOS(.v10_13), .iOS(.v15)], ", 1), ("platforms: [.macOS(\"10.14.6\"), .iOS(.v12)], ", 2),
    ("", 1), ("platforms: [.macOS(.v10_15)], ", 0),
  ])
  func `platforms that are too old are left in each run until they are right`(platforms: String, count: Int) throws {
    let text = """
      let package = Package(name: "A", \(platforms)dependencies: [.package(url: "https://github.com/mxcl/PromiseKit", from: "8.0.0")], targets: [.target(name: "A", dependencies: ["PromiseKit"])])
      """
    let expected = Array(repeating: "old-platform", count: count)
    let first = try adopt(text, path: "Package.swift")
    #expect(first.reasons.filter { $0 == "old-platform" } == expected)
    let second = try adopt(first.text, path: "Package.swift")
    #expect(second.reasons == expected)
    #expect(second.changeCount == 0)
  }

  @Test func `old platforms do not matter to a package without promises`() throws {
    let text = #"let package = Package(name: "A", platforms: [.iOS(.v12)], targets: [.target(name: "A")])"#
    #expect(try adopt(text, path: "Package.swift").reasons.isEmpty)
  }

  @Test func `the manifest of another package is not touched`() throws {
    let text =
      #"let package = Package(name: "PromiseKit", targets: [.testTarget(name: "T", dependencies: ["PromiseKit"])])"#
    #expect(try adopt(text, path: "Package.swift").text == text)
  }

  @Test(arguments: [
    ("Podfile", "target 'App' do\n  # pod 'PromiseKit'\n  pod 'PromiseKit', '~> 8'\nend\n", 3, 7),
    ("Cartfile", "github \"mxcl/PromiseKit\" ~> 8.0\n", 1, 13),
    ("project.pbxproj", "x\n\tproductName = PromiseKit;\n", 2, 2),
  ])
  func `files of other tools are explained`(name: String, text: String, line: Int, column: Int) throws {
    let files = ProjectFiles(from: .promiseKit)
    #expect(files.isWanted(name))
    let remarks = files.remarks(path: name, contents: Array(text.utf8))
    #expect(remarks.map { [$0.line, $0.column] } == [[line, column]])
    #expect(files.remarks(path: name, contents: Array("pod 'Alamofire'".utf8)).isEmpty)
  }
}
