import NIOCore
import NIOPosix
import Testing

/// Provides each test with its own event loop, and shuts down its group when the test ends. Use it as `.eventLoop`.
struct EventLoopTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var current: (any EventLoop)!

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> EventLoopTrait? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MultiThreadedEventLoopGroup.withEventLoopGroup(numberOfThreads: 1) { group in
      try await Self.$current.withValue(group.next(), operation: function)
    }
  }
}

extension Trait where Self == EventLoopTrait {
  static var eventLoop: EventLoopTrait { EventLoopTrait() }
}
