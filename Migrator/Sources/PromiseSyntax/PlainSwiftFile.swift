/// A file of plain Swift to copy, which replaces an operation of swift-promises that has no counterpart.
package enum PlainSwiftFile: String, Hashable, Sendable, Codable, CaseIterable {
  case asyncQueue = "AsyncQueue.swift"
  case callback = "Callback.swift"
  case concurrentMap = "ConcurrentMap.swift"
  case retry = "Retry.swift"
  case sharedTask = "SharedTask.swift"
  case tasksTrait = "TasksTrait.swift"
  case testClock = "TestClock.swift"
  case timeout = "Timeout.swift"
  case trackedTasks = "TrackedTasks.swift"
  case wrap = "Wrap.swift"

  /// The folder of the file, in the repository of swift-promises.
  package var folder: String {
    switch self {
    case .tasksTrait, .testClock: "Examples/Tests/PlainSwiftTesting"
    default: "Examples/Sources/PlainSwift"
    }
  }
}
