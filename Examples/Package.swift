// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is explicit, because the folder of a clone can have any name.
    .package(name: "swift-promises", path: "..")
  ],
  targets: [
    // What both programs need. It does not import Foundation, because treescan does not load it.
    .target(name: "CommandLineSupport"),
    .executableTarget(
      name: "treescan",
      dependencies: [
        "CommandLineSupport",
        .product(name: "PromiseCore", package: "swift-promises"),
        .product(name: "PromiseConcurrency", package: "swift-promises"),
      ]),
    .executableTarget(
      name: "fetchall",
      dependencies: [
        "CommandLineSupport",
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "PromiseFoundation", package: "swift-promises"),
      ]),
    // What the tests of both programs need.
    .target(name: "ExampleTestSupport", path: "Tests/ExampleTestSupport"),
    .testTarget(
      name: "FetchallTests",
      dependencies: [
        "fetchall",
        "CommandLineSupport",
        "ExampleTestSupport",
        .product(name: "PromiseTesting", package: "swift-promises"),
      ]),
    // These tests run the program, so they depend on it only for it to be built.
    .testTarget(
      name: "TreescanTests",
      dependencies: [
        "treescan",
        "ExampleTestSupport",
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "PromiseFoundation", package: "swift-promises"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
