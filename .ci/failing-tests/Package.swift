// swift-tools-version: 6.2
import PackageDescription

// Tests of which some fail on purpose: see ../check-failing-tests. The documentation of PromiseTesting quotes them.
let package = Package(
  name: "failing-tests",
  platforms: [.macOS(.v15)],
  // The name, because the folder of a clone may have any.
  dependencies: [.package(name: "swift-promises", path: "../..")],
  targets: [
    // The code with the bugs. It knows nothing of tests.
    .target(name: "Worked", dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")]),
    // For each tool a test that misses the bug, and one that catches it.
    .testTarget(name: "WorkedTests", dependencies: ["Worked"]),
    // Many tests side by side, four of them broken.
    .testTarget(name: "CrowdTests"),
    // Where the trait may be: on suites and tests, on parameterised ones, on the main actor.
    .testTarget(name: "MixedTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  if target.type == .test {
    target.dependencies += [.product(name: "PromiseTesting", package: "swift-promises")]
  }
  // As in the package itself.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
