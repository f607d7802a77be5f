// swift-tools-version: 6.2
import PackageDescription

// Some of these tests fail on purpose; see Scripts/check-failing-tests. The documentation of PromiseTesting quotes them.
let package = Package(
  name: "failing-tests",
  platforms: [.macOS(.v15)],
  // The name is explicit because the directory of a clone may have any name.
  dependencies: [.package(name: "swift-promises", path: "../..")],
  targets: [
    // The code with the faults.
    .target(name: "Worked", dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")]),
    // For each tool, a test that misses the fault and a test that catches it.
    .testTarget(name: "WorkedTests", dependencies: ["Worked"]),
    // 500 parallel cases, four of which fail.
    .testTarget(name: "ParallelTests"),
    // The trait on suites, on tests, on parameterized tests and on the main actor.
    .testTarget(name: "MixedTests"),
    // Tests that run one at a time, with promises that belong to no test.
    .testTarget(name: "SerialTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  if target.type == .test {
    target.dependencies += [.product(name: "PromiseTesting", package: "swift-promises")]
  }
  // The same settings as in the package itself.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
