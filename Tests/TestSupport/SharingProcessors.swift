import Dispatch
import Foundation
import PromiseCore
package import Testing

/// A trait that runs only a few tests at the same time, and ends the process if one of them hangs.
///
/// Swift Testing starts all tests at once. Each then takes as long as most of them together, so a limit cannot tell a
/// test that hangs from one that waits for a processor. Apply the trait before `.promises`, whose limit then begins when
/// the test may run. That limit ends a test and says what is pending. The trait is for what it cannot end, and for tests
/// without it.
package struct SharingProcessors: TestTrait, SuiteTrait, TestScoping {
  /// Whether the calling code belongs to a test that may run. A trait of a suite and one of a test are one.
  @TaskLocal private static var mayRun = false

  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> SharingProcessors? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.mayRun { return try await function() }
    await RunningTests.shared.waitForPlace()
    let number = RunningTests.shared.add("\(test.name), at \(test.sourceLocation)")
    defer { RunningTests.shared.remove(number) }
    try await Self.$mayRun.withValue(true, operation: function)
  }
}

extension Trait where Self == SharingProcessors {
  /// Runs only a few tests at the same time, and ends the process if one of them hangs.
  package static var sharingProcessors: SharingProcessors { SharingProcessors() }
}

/// The tests that run, and those that wait for a place.
private final class RunningTests: Sendable {
  private struct State {
    var freePlaces = 8
    var waiting = FIFOQueue<CheckedContinuation<Void, Never>>()
    var nextNumber = 0
    var running: [Int: (name: String, start: DispatchTime)] = [:]
  }

  static let shared = RunningTests()
  private let state = Lock(State())

  /// Waits until fewer tests run than may run at the same time. Then takes the place of one.
  func waitForPlace() async {
    await withCheckedContinuation { continuation in
      let mayRun = state.withLock { state in
        guard state.freePlaces == 0 else {
          state.freePlaces -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayRun { continuation.resume() }
    }
  }

  /// Records that a test has started. Returns its number.
  func add(_ name: String) -> Int {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.running[state.nextNumber] = (name, .now())
      return state.nextNumber
    }
    if number == 1 { startWatchdog() }
    return number
  }

  /// Records that a test has ended, and passes its place on.
  func remove(_ number: Int) {
    let next = state.withLock { state in
      state.running[number] = nil
      guard let next = state.waiting.popFirst() else {
        state.freePlaces += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return next
    }
    next?.resume()
  }

  /// Starts a thread that ends the process when a test has run for twice the limit.
  ///
  /// A thread, because work that hangs may occupy all threads of Dispatch and of Swift Concurrency.
  private func startWatchdog() {
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: 1)
        let hanging = self.state.withLock { state in
          state.running.values.filter { .now() > $0.start + 2 * TestLimit.seconds }.map(\.name)
        }
        guard !hanging.isEmpty else { continue }
        let text = hanging.sorted().map { "error: the test \($0) hangs: its time limit has expired twice\n" }.joined()
        FileHandle.standardError.write(Data(text.utf8))
        exit(1)
      }
    }
  }
}
