// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses the library does not load what it is compared with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name, because the folder of a clone may have any (but `benchmarks`, which is this package).
    .package(name: "swift-promises", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // What the programs share: clocks, medians, gates, and the workloads themselves.
    .target(name: "Measuring"),
    .target(
      name: "Workloads",
      dependencies: [
        "Measuring",
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    // Counts what is allocated. Only where it is linked.
    .target(name: "CAllocations"),
    // Keeps a program on one processor.
    .target(name: "CProcessors"),

    // The programs that are measured.
    .executableTarget(name: "Chains", dependencies: ["Workloads"]),
    .executableTarget(name: "Times", dependencies: ["Workloads", "CProcessors"]),
    .executableTarget(name: "Allocations", dependencies: ["Workloads", "CAllocations"]),
    .executableTarget(
      name: "Depth",
      dependencies: ["Measuring", .product(name: "PromiseCore", package: "swift-promises")]),
    .executableTarget(
      name: "SizePromise", dependencies: [.product(name: "PromiseCore", package: "swift-promises")]),
    .executableTarget(name: "SizeDispatch"),

    // The program that runs them.
    .executableTarget(name: "benchmark"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !["CAllocations", "CProcessors"].contains(target.name) {
  // As in the package itself.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
