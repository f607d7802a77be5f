// swift-tools-version: 6.2
import PackageDescription

// A package that depends on this one, as shown in README.md. Scripts/check-code-blocks verifies that it is valid.
let package = Package(
  name: "App",
  platforms: [.macOS(.v10_15), .iOS(.v13)],
  dependencies: [
    .package(name: "swift-promises", path: "../swift-promises")
  ],
  targets: [
    .target(name: "App", dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")]),
    .testTarget(name: "AppTests", dependencies: ["App", .product(name: "PromiseTesting", package: "swift-promises")]),
  ]
)
