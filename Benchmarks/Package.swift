// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not download the libraries it is compared with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is explicit, because the folder of a clone can have any name except `benchmarks`.
    .package(name: "swift-promises", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // Shared by the programs: clocks, medians, gates, and the workloads.
    .target(name: "Measuring"),
    .target(
      name: "Workloads",
      dependencies: [
        "Measuring",
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        // For measurements with PROMISES_TRACE=1.
        .product(name: "PromiseTracing", package: "swift-promises"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    // Counts allocations in the programs that link it.
    .target(name: "CAllocations"),
    // Pins a program to one processor.
    .target(name: "CProcessors"),

    // The measured programs.
    .executableTarget(name: "Chains", dependencies: ["Workloads"]),
    .executableTarget(name: "Times", dependencies: ["Workloads", "CProcessors"]),
    .executableTarget(name: "Allocations", dependencies: ["Workloads", "CAllocations"]),
    .executableTarget(
      name: "Depth",
      dependencies: ["Measuring", .product(name: "PromiseTracing", package: "swift-promises")]),

    // The program that runs the others.
    .executableTarget(name: "benchmark"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !["CAllocations", "CProcessors"].contains(target.name) {
  // The same settings as in the package itself.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
