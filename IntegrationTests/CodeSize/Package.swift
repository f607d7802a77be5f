// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Programs that do the same with and without the library. `Scripts/check-size` compares their sizes.
let package = Package(
  name: "CodeSize",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is explicit, because the folder of a clone can have any name.
    .package(name: "swift-promises", path: ProcessInfo.processInfo.environment["PROMISES_CHECKOUT"] ?? "../..")
  ],
  targets: [
    .executableTarget(name: "WithoutLibrary"),
    .executableTarget(name: "WithCore", dependencies: [.product(name: "PromiseCore", package: "swift-promises")]),
    .executableTarget(
      name: "WithConcurrency", dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")]),
    .executableTarget(name: "WithSharing", dependencies: [.product(name: "PromiseSharing", package: "swift-promises")]),
    .executableTarget(name: "WithScoping", dependencies: [.product(name: "PromiseScoping", package: "swift-promises")]),
    .executableTarget(
      name: "WithObservation", dependencies: [.product(name: "PromiseObservation", package: "swift-promises")]),
  ],
  swiftLanguageModes: [.v6]
)
