// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(name: "treescan")
  ],
  swiftLanguageModes: [.v6]
)
