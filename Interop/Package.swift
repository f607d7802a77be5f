// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Interop",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is explicit, because the folder of a clone can have any name except `interop`, the name of this package.
    .package(name: "swift-promises", path: ".."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .target(
      name: "InteropSupport",
      dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")],
      path: "Tests/InteropSupport"),
    .target(
      name: "CombineBridge",
      dependencies: [
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      // The file is compiled unchanged, including its `import Combine` and `canImport(Combine)`.
      swiftSettings: [.unsafeFlags(["-module-alias", "Combine=OpenCombine"])]),
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .testTarget(
      name: "NIOTests",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "OpenCombineTests",
      dependencies: ["CombineBridge", .product(name: "OpenCombine", package: "OpenCombine")]),
    .testTarget(name: "ConcurrencyTests"),
    .testTarget(
      name: "LifecycleTests",
      dependencies: [
        .product(name: "InMemoryLogging", package: "swift-log"), .product(name: "Logging", package: "swift-log"),
        .product(name: "PromiseScoping", package: "swift-promises"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "TracingTests",
      dependencies: [
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "InMemoryLogging", package: "swift-log"), .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "FoundationTests",
      dependencies: [
        .product(name: "PromiseFoundation", package: "swift-promises"),
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  if target.type == .test {
    target.dependencies += [
      "InteropSupport",
      .product(name: "PromiseConcurrency", package: "swift-promises"),
      .product(name: "PromiseTesting", package: "swift-promises"),
    ]
  }
  // The same settings as in the package itself.
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
