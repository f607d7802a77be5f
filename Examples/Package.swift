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
    .executableTarget(
      name: "treescan",
      dependencies: [
        .product(name: "PromiseCore", package: "swift-promises"),
        .product(name: "PromiseConcurrency", package: "swift-promises"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
