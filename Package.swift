// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-promises",
  // Wherever `async`/`await` runs. What needs more says so with `@available`.
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "PromiseCore", targets: ["PromiseCore"]),
    .library(name: "PromiseConcurrency", targets: ["PromiseConcurrency"]),
    .library(name: "PromiseTesting", targets: ["PromiseTesting"]),
  ],
  targets: [
    .target(name: "CPromiseCore"),
    .target(name: "PromiseCore", dependencies: ["CPromiseCore"]),
    .target(name: "PromiseConcurrency", dependencies: ["PromiseCore"]),
    // Registers PromiseTesting with PromiseCore when it is loaded.
    .target(name: "CPromiseTestingLoader", dependencies: ["PromiseCore"]),
    .target(name: "PromiseTesting", dependencies: ["PromiseConcurrency", "CPromiseCore", "CPromiseTestingLoader"]),
    .target(name: "TestSupport", dependencies: ["PromiseConcurrency"], path: "Tests/TestSupport"),
    .target(name: "Fuzzing", dependencies: ["PromiseConcurrency"], path: "Tests/Fuzzing"),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzz"),
    .testTarget(name: "FuzzTests", dependencies: ["PromiseTesting", "TestSupport", "Fuzzing"]),
    .executableTarget(name: "stress", dependencies: ["PromiseConcurrency", "TestSupport"], path: "Tests/Stress"),
    .testTarget(name: "PromiseCoreTests", dependencies: ["PromiseTesting", "CPromiseCore", "TestSupport"]),
    .testTarget(name: "PromiseConcurrencyTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "PromiseTestingTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "DocumentationTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "VocabularyTests", dependencies: ["PromiseTesting"]),
    .testTarget(name: "MainActorModeTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "Swift5ModeTests", dependencies: ["PromiseTesting", "TestSupport"]),
    .testTarget(name: "SPITests", dependencies: ["PromiseTesting", "TestSupport"]),
    // Values that must not be moved by copying their bytes, which Swift has of its own only on Apple's systems.
    .target(name: "SelfRegisteringValue", path: "Tests/SelfRegisteringValue"),
    .testTarget(name: "CxxValueTests", dependencies: ["PromiseConcurrency", "SelfRegisteringValue"]),
  ],
  swiftLanguageModes: [.v6]
)

// What is for the development of this package uses what is new: it needs macOS 15 or iOS 18 to run. But all targets of a package have
// one deployment target, so the compiler is told not to ask whether what these use is available there. (SwiftPM refuses a dependency on a product
// that is built with unsafe flags, and no product has these targets.)
let products = ["PromiseCore", "PromiseConcurrency", "PromiseTesting"]
let systemsOfApple: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

let targetsInC = ["CPromiseCore", "CPromiseTestingLoader", "SelfRegisteringValue"]

// One loop for every Swift target, so that none is checked less than the others.
for target in package.targets where !targetsInC.contains(target.name) {
  defer {
    if !products.contains(target.name) {
      target.swiftSettings?.append(
        .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: systemsOfApple)))
    }
  }
  // Code as it stands in an app that has not moved to Swift 6 yet, with its settings: it has to compile as it is.
  guard !["Swift5ModeTests", "SPITests"].contains(target.name) else {
    // A function that is passed by its name is `Sendable` if it captures nothing that is not; in Swift 5 mode, on demand.
    target.swiftSettings = [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")]
    continue
  }
  target.swiftSettings = [
    // An existential costs more than a generic parameter: let it show in the source.
    .enableUpcomingFeature("ExistentialAny"),
    // What a file imports is its own business unless it says `public import`.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is visible only where its module is imported, so that no file compiles by accident.
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // A module as Swift 6.2 makes them for apps: whatever says nothing is on the main actor.
  if target.name == "MainActorModeTests" {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
    target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
  }
  if target.name == "CxxValueTests" { target.swiftSettings?.append(.interoperabilityMode(.Cxx)) }
}
