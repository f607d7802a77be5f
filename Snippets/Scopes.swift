// Ends work with its owner, and waits until canceled work has ended.

import PromiseScoping

/// Copies until it is canceled, and then needs a moment to clean up.
@Sendable func copy(_ name: String) async {
  while !Task.isCancelled { await Task.yield() }
  print("\(name): cleaned up")
}

final class Screen: Sendable {
  private let scope = PromiseScope()

  func open() {
    Promise { await copy("photos") }.done { print("never called") }.store(in: scope)
    scope.addTask { await copy("videos") }
  }

  func close() async throws {
    scope.cancel()
    try await scope.waitForAll()
  }
}

let screen = Screen()
screen.open()
try await screen.close()
print("closed")

// The same in one function.
struct DiskIsFull: Error {}

do {
  try await withPromiseScope { scope in
    scope.addTask { await copy("music") }
    scope.addTask { throw DiskIsFull() }
  }
} catch {
  print(error)  // after "music: cleaned up"
}
