// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let syntax: [Target.Dependency] = [
  .product(name: "SwiftSyntax", package: "swift-syntax"),
  .product(name: "SwiftParser", package: "swift-syntax"),
]

// The programs of the corpus are written as apps are today.
let corpus: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let promises: [Target.Dependency] = [
  .product(name: "PromiseConcurrency", package: "swift-promises"),
  .product(name: "PromiseFoundation", package: "swift-promises"),
  .product(name: "PromiseKitVocabulary", package: "swift-promises"),
  .product(name: "PromiseKitFoundationVocabulary", package: "swift-promises"),
  .product(name: "GooglePromisesVocabulary", package: "swift-promises"),
]

let package = Package(
  name: "Migrator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "migrate-promises", targets: ["migrate-promises"])],
  dependencies: [
    // The name is explicit, because the folder of a clone can have any name.
    .package(name: "swift-promises", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Files, edits and diffs, independent of promises.
    .target(
      name: "SourceEditing",
      dependencies: syntax + [
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    // What the commands look for in a syntax tree: imports, functions and their styles, chains.
    .target(name: "PromiseSyntax", dependencies: ["SourceEditing"] + syntax, swiftSettings: settings),
    // One module for each command.
    .target(name: "Reporting", dependencies: ["SourceEditing", "PromiseSyntax"] + syntax, swiftSettings: settings),
    .target(name: "Adopting", dependencies: ["SourceEditing", "PromiseSyntax"] + syntax, swiftSettings: settings),
    .target(name: "Adding", dependencies: ["SourceEditing", "PromiseSyntax"] + syntax, swiftSettings: settings),
    .target(name: "Unchaining", dependencies: ["SourceEditing", "PromiseSyntax"] + syntax, swiftSettings: settings),
    // The last step of a migration: `unchain --without-promises`. Contains the files that replace operations.
    .target(
      name: "Leaving", dependencies: ["SourceEditing", "PromiseSyntax"] + syntax,
      // The command does not write these.
      exclude: ["PlainSwift/SharedTask.swift", "PlainSwift/TrackedTasks.swift"],
      resources: ["AsyncQueue", "Callback", "ConcurrentMap", "Retry", "Timeout", "Wrap"].map { name in
        .embedInCode("PlainSwift/\(name).swift")
      },
      swiftSettings: settings),
    .executableTarget(
      name: "migrate-promises",
      dependencies: [
        "SourceEditing", "Reporting", "Adopting", "Adding", "Unchaining", "Leaving",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    // The mutation tester of this repository: Scripts/check-mutants.
    .target(name: "Mutating", dependencies: ["SourceEditing"] + syntax, swiftSettings: settings),
    .executableTarget(
      name: "mutate",
      dependencies: [
        "Mutating", "SourceEditing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(name: "SourceEditingTests", dependencies: ["SourceEditing"] + syntax, swiftSettings: settings),
    .testTarget(
      name: "PromiseSyntaxTests", dependencies: ["PromiseSyntax", "SourceEditing"] + syntax, swiftSettings: settings),
    .testTarget(
      name: "ReportingTests", dependencies: ["Reporting", "SourceEditing", "PromiseSyntax"], swiftSettings: settings),
    .testTarget(name: "AdoptingTests", dependencies: ["Adopting", "SourceEditing"], swiftSettings: settings),
    .testTarget(name: "AddingTests", dependencies: ["Adding", "SourceEditing"], swiftSettings: settings),
    .testTarget(name: "UnchainingTests", dependencies: ["Unchaining", "SourceEditing"], swiftSettings: settings),
    .testTarget(name: "LeavingTests", dependencies: ["Leaving", "SourceEditing"], swiftSettings: settings),
    .testTarget(name: "MutatingTests", dependencies: ["Mutating", "SourceEditing"], swiftSettings: settings),
    // Runs the program itself.
    .testTarget(name: "CommandLineTests", dependencies: ["migrate-promises"], swiftSettings: settings),
    // Programs before and after each command. The tests rewrite those before, compare the text, and run both.
    .testTarget(
      name: "CorpusTests",
      dependencies: [
        "SourceEditing", "Adopting", "Adding", "Unchaining", "Leaving", "AdoptBefore", "AdoptAfter", "AddBefore",
        "AddAfter",
        "UnchainBefore", "UnchainAfter", "LeaveBefore", "LeaveAfter",
      ],
      swiftSettings: settings),
    // Stand-ins with the declarations of the two libraries that the programs before `adopt` use.
    .target(name: "PromiseKit", path: "Corpus/PromiseKit", swiftSettings: corpus),
    .target(name: "Promises", path: "Corpus/Promises", swiftSettings: corpus),
    .target(
      name: "AdoptBefore", dependencies: ["PromiseKit", "Promises"], path: "Corpus/Adopt/Before", swiftSettings: corpus),
    .target(name: "AdoptAfter", dependencies: promises, path: "Corpus/Adopt/After", swiftSettings: corpus),
    .target(name: "AddBefore", dependencies: promises, path: "Corpus/Add/Before", swiftSettings: corpus),
    .target(name: "AddAfter", dependencies: promises, path: "Corpus/Add/After", swiftSettings: corpus),
    .target(name: "UnchainBefore", dependencies: promises, path: "Corpus/Unchain/Before", swiftSettings: corpus),
    .target(name: "UnchainAfter", dependencies: promises, path: "Corpus/Unchain/After", swiftSettings: corpus),
    // Programs of today, which leave the library: those after the command do not depend on it.
    .target(name: "LeaveBefore", dependencies: promises, path: "Corpus/Leave/Before"),
    .target(name: "LeaveAfter", path: "Corpus/Leave", exclude: ["Before"], sources: ["After", "PlainSwift"]),
  ],
  swiftLanguageModes: [.v6]
)
