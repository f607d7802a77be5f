// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-promises",
  // The oldest systems that support `async`/`await`. Declarations that need newer systems are marked with `@available`.
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "PromiseCore", targets: ["PromiseCore"]),
    .library(name: "PromiseConcurrency", targets: ["PromiseConcurrency"]),
    // PromiseTracing cannot depend on its loader, so the product names it.
    .library(name: "PromiseTracing", targets: ["PromiseTracing", "CPromiseTracingLoader"]),
    .library(name: "PromiseTesting", targets: ["PromiseTesting"]),
    .library(name: "PromiseFoundation", targets: ["PromiseFoundation"]),
    .library(name: "PromiseSharing", targets: ["PromiseSharing"]),
    .library(name: "PromiseScoping", targets: ["PromiseScoping"]),
    .library(name: "PromiseObservation", targets: ["PromiseObservation"]),
    .library(name: "PromiseKitVocabulary", targets: ["PromiseKitVocabulary"]),
    .library(name: "PromiseKitFoundationVocabulary", targets: ["PromiseKitFoundationVocabulary"]),
    .library(name: "GooglePromisesVocabulary", targets: ["GooglePromisesVocabulary"]),
  ],
  targets: [
    .target(name: "CPromiseCore"),
    .target(name: "PromiseCore", dependencies: ["CPromiseCore"]),
    .target(name: "PromiseConcurrency", dependencies: ["PromiseCore"]),
    .target(name: "PromiseFoundation", dependencies: ["PromiseConcurrency"]),
    .target(name: "PromiseSharing", dependencies: ["PromiseConcurrency", "CPromiseCore"]),
    .target(name: "PromiseScoping", dependencies: ["PromiseConcurrency", "CPromiseCore"]),
    .target(name: "PromiseObservation", dependencies: ["PromiseConcurrency"]),
    // The names of the libraries from which users come.
    .target(name: "SharedVocabulary", dependencies: ["PromiseConcurrency"]),
    .target(name: "PromiseKitVocabulary", dependencies: ["SharedVocabulary"]),
    .target(name: "PromiseKitFoundationVocabulary", dependencies: ["PromiseKitVocabulary", "PromiseFoundation"]),
    .target(name: "GooglePromisesVocabulary", dependencies: ["SharedVocabulary"]),
    .target(name: "CPromiseTracing", dependencies: ["CPromiseCore"]),
    .target(name: "PromiseTracing", dependencies: ["PromiseCore", "CPromiseCore", "CPromiseTracing"]),
    // The loaders register their modules with PromiseCore when they are loaded.
    .target(name: "CPromiseTracingLoader", dependencies: ["PromiseTracing", "CPromiseCore"]),
    .target(name: "CPromiseTestingLoader", dependencies: ["CPromiseCore", "CPromiseTracing"]),
    .target(
      name: "PromiseTesting",
      dependencies: [
        "PromiseConcurrency", "PromiseTracing", "CPromiseCore", "CPromiseTestingLoader", "CPromiseTracingLoader",
      ]),
    .target(name: "TestSupport", dependencies: ["PromiseConcurrency"], path: "Tests/TestSupport"),
    .target(name: "Fuzzing", dependencies: ["PromiseConcurrency", "TestSupport"], path: "Tests/Fuzzing"),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzz"),
    .testTarget(name: "FuzzTests", dependencies: ["PromiseTesting", "TestSupport", "Fuzzing"]),
    .executableTarget(
      name: "stalls", dependencies: ["PromiseFoundation", "PromiseTracing", "CPromiseTracingLoader"],
      path: "Tests/Stalls"),
    .executableTarget(name: "stress", dependencies: ["PromiseConcurrency", "TestSupport"], path: "Tests/Stress"),
    .testTarget(name: "PromiseCoreTests", dependencies: ["PromiseTesting", "CPromiseCore", "TestSupport"]),
    .testTarget(
      name: "PromiseTracingTests", dependencies: ["PromiseTesting", "CPromiseCore", "CPromiseTracing", "TestSupport"]),
    .testTarget(name: "PromiseConcurrencyTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "PromiseTestingTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "PromiseFoundationTests", dependencies: ["PromiseFoundation", "PromiseTesting", "TestSupport"]),
    .testTarget(name: "PromiseSharingTests", dependencies: ["PromiseSharing", "PromiseTesting", "TestSupport"]),
    .testTarget(name: "PromiseScopingTests", dependencies: ["PromiseScoping", "PromiseTesting", "TestSupport"]),
    .testTarget(
      name: "PromiseObservationTests", dependencies: ["PromiseObservation", "PromiseTesting", "TestSupport"]),
    // An SDK in Swift 5 mode that calls back on its own queue.
    .target(name: "CallbackSDK", path: "Tests/CallbackSDK"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "PromiseFoundation", "PromiseSharing", "PromiseScoping", "PromiseObservation", "PromiseTesting", "TestSupport",
        "CallbackSDK",
      ]),
    .testTarget(
      name: "VocabularyTests", dependencies: ["PromiseFoundation", "PromiseTesting", "TestSupport", "CallbackSDK"]),
    .testTarget(
      name: "MainActorModeTests", dependencies: ["PromiseObservation", "PromiseTesting", "TestSupport", "CallbackSDK"]),
    .testTarget(
      name: "Swift5ModeTests",
      dependencies: ["PromiseFoundation", "PromiseObservation", "PromiseTesting", "TestSupport", "CallbackSDK"]),
    .testTarget(
      name: "SPITests",
      dependencies: ["PromiseKitFoundationVocabulary", "GooglePromisesVocabulary", "PromiseTesting", "TestSupport"]),
    .testTarget(
      name: "ValuesAsErrorsTests", dependencies: ["GooglePromisesVocabulary", "PromiseTesting", "TestSupport"]),
    // Values that must not be moved bytewise. Without C++, such values exist only on Apple platforms.
    .target(name: "SelfRegisteringValue", path: "Tests/SelfRegisteringValue"),
    .testTarget(name: "CxxValueTests", dependencies: ["PromiseConcurrency", "SelfRegisteringValue", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The targets for the development of this package use newer functions and need macOS 15 or iOS 18 to run. All targets of
// a package share one deployment target, so availability checking is disabled for these. (SwiftPM rejects dependencies on
// products built with unsafe flags, but no product includes these targets.)
let products = [
  "PromiseCore", "PromiseConcurrency", "PromiseTracing", "PromiseTesting", "PromiseFoundation", "PromiseSharing",
  "PromiseScoping", "PromiseObservation", "SharedVocabulary", "PromiseKitVocabulary", "PromiseKitFoundationVocabulary",
  "GooglePromisesVocabulary",
]
let systemsOfApple: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

let targetsInC = [
  "CPromiseCore", "CPromiseTracing", "CPromiseTracingLoader", "CPromiseTestingLoader", "SelfRegisteringValue",
]

// Applies the same settings to every Swift target.
for target in package.targets where !targetsInC.contains(target.name) {
  defer {
    if !products.contains(target.name) {
      target.swiftSettings?.append(
        .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: systemsOfApple)))
    }
  }
  // Code of an app, or of an SDK, that has not moved to Swift 6 yet. It must compile unchanged, with the settings of such
  // an app.
  guard !["Swift5ModeTests", "SPITests", "CallbackSDK"].contains(target.name) else {
    target.swiftSettings = [
      .swiftLanguageMode(.v5),
      // A function passed by name is `Sendable` if all its captures are. Swift 5 mode needs this feature for it.
      .enableUpcomingFeature("InferSendableFromCaptures"),
      // The tests capture variables on purpose, and the compiler warns of each one several times. In a release build,
      // the warnings stay, and `Scripts/test release` permits no others.
      .unsafeFlags(["-Xfrontend", "-suppress-warnings"], .when(configuration: .debug)),
    ]
    continue
  }
  target.swiftSettings = [
    // Requires `any`, which makes existentials visible in the source. They cost more than generic parameters.
    .enableUpcomingFeature("ExistentialAny"),
    // Imports are internal unless they are marked `public`.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is visible only in files that import its module, so that no file compiles by accident.
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // A module with the default settings of apps in Swift 6.2, in which declarations are isolated to the main actor.
  if target.name == "MainActorModeTests" {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
    target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
  }
  if target.name == "CxxValueTests" { target.swiftSettings?.append(.interoperabilityMode(.Cxx)) }
}
