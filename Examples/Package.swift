// swift-tools-version: 6.2

import PackageDescription

/// What the steps of the module that leaves the library depend on, except for the last one.
let promisesOfLeaving: [Target.Dependency] = [
  "PodcastSDK",
  .product(name: "PromiseConcurrency", package: "swift-promises"),
  .product(name: "PromiseSharing", package: "swift-promises"),
  .product(name: "PromiseScoping", package: "swift-promises"),
]

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
        // For `PROMISES_TRACE=timeline.html fetchall …`.
        .product(name: "PromiseTracing", package: "swift-promises"),
      ]),
    // Small files to copy into code that leaves the library. None of them imports it.
    .target(name: "PlainSwift"),
    // The same files, in the Swift 5 language mode.
    .target(name: "PlainSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "PlainSwiftTesting", dependencies: ["PlainSwift"], path: "Tests/PlainSwiftTesting"),
    .testTarget(name: "PlainSwiftTests", dependencies: ["PlainSwift", "PlainSwift5", "PlainSwiftTesting"]),
    // A module that leaves the library in three steps. The last one does not depend on the library.
    .target(name: "PodcastSDK", path: "Sources/Leaving/SDK"),
    .target(name: "LeavingStep0", dependencies: promisesOfLeaving, path: "Sources/Leaving/Step0"),
    .target(name: "LeavingStep1", dependencies: promisesOfLeaving, path: "Sources/Leaving/Step1"),
    .target(name: "LeavingStep2", dependencies: promisesOfLeaving, path: "Sources/Leaving/Step2"),
    .target(name: "LeavingStep3", dependencies: ["PodcastSDK", "PlainSwift"], path: "Sources/Leaving/Step3"),
    .testTarget(
      name: "LeavingTests",
      dependencies: [
        "LeavingStep0", "LeavingStep1", "LeavingStep2", "LeavingStep3", "PodcastTestSupport", "PlainSwiftTesting",
        .product(name: "PromiseTesting", package: "swift-promises"),
      ],
      path: "Tests/LeavingTests/Steps"),
    // What the tests of all steps need.
    .target(
      name: "PodcastTestSupport", dependencies: ["PodcastSDK", "PlainSwiftTesting"], path: "Tests/LeavingTests/Support"),
    // The tests of the last step, which have left as well.
    .testTarget(
      name: "LeavingLastStepTests", dependencies: ["LeavingStep3", "PodcastTestSupport", "PlainSwiftTesting"],
      path: "Tests/LeavingTests/LastStep"),
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
