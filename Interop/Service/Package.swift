// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because AsyncHTTPClient contains BoringSSL, which takes longer to build than everything else.
let package = Package(
  name: "Service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-promises", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  ],
  targets: [
    // A symbolic link to the support of the other tests.
    .target(
      name: "InteropSupport",
      dependencies: [.product(name: "PromiseConcurrency", package: "swift-promises")],
      path: "Tests/InteropSupport"),
    // A web server that a test or the service calls.
    .target(
      name: "Upstream",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "HTTPClientTests",
      dependencies: [
        "InteropSupport", "Upstream", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "PromiseScoping", package: "swift-promises"),
        .product(name: "PromiseTesting", package: "swift-promises"),
      ]),
    .executableTarget(
      name: "service",
      dependencies: [
        "Upstream", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "PromiseConcurrency", package: "swift-promises"),
        .product(name: "PromiseScoping", package: "swift-promises"),
        .product(name: "PromiseTracing", package: "swift-promises"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "load",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  // The same settings as in the package itself.
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
