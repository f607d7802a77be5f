import Foundation
import PromiseConcurrency

/// Whether the current code runs on the main thread.
func isMain() -> Bool { Thread.isMainThread }

/// A class on the main actor, whose handlers touch its state.
@MainActor final class Screen {
  private(set) var titles: [String] = []
  nonisolated let source = Source()

  func show(_ id: Int) async throws -> Int {
    let user = try await source.load(id).get()
    self.titles.append(user.name)
    return self.titles.count
  }

  func show(_ id: Int) -> Promise<Int> {
    Promise { try await self.show(id) }
  }

  func showOnMain(_ id: Int) async throws {
    let source = source
    let value = try await source.load(id).get()
    source.log.add("main \(value.name)")
  }

  func showOnMain(_ id: Int) -> Promise<Void> {
    Promise { try await self.showOnMain(id) }
  }

  nonisolated func name(_ id: Int) async throws -> String {
    let value = try await source.load(id).get()
    return value.name
  }

  nonisolated func name(_ id: Int) -> Promise<String> {
    Promise { try await self.name(id) }
  }
}

/// An actor.
actor Store {
  private var names: [String] = []
  private let source = Source()

  func add(_ id: Int) async throws -> [String] {
    let user = try await source.load(id).get()
    self.names.append(user.name)
    return self.names
  }

  func add(_ id: Int) -> Promise<[String]> {
    Promise { try await self.add(id) }
  }
}

extension Store {
  func addTwice(_ id: Int) async throws -> [String] {
    _ = try await add(id)
    return try await self.add(id)
  }

  func addTwice(_ id: Int) -> Promise<[String]> {
    Promise { try await self.addTwice(id) }
  }
}

/// A class without isolation, whose handlers run on the main queue.
final class Service: Source, @unchecked Sendable {
  @MainActor func thread(_ id: Int) async throws -> Bool {
    try await load(id).get()
    return isMain()
  }

  func thread(_ id: Int) -> Promise<Bool> {
    Promise { try await self.thread(id) }
  }

  func backgroundThread(_ id: Int) async throws -> Bool {
    try await load(id).get()
    return isMain()
  }

  func backgroundThread(_ id: Int) -> Promise<Bool> {
    Promise { try await self.backgroundThread(id) }
  }

  @MainActor func member(_ id: Int) async throws -> Int {
    let value = try await load(id).get()
    return value.friends.count + 1
  }

  func member(_ id: Int) -> Promise<Int> {
    Promise { try await self.member(id) }
  }

  @MainActor func explicit(_ id: Int) async throws -> Bool {
    try await load(id).get()
    return isMain()
  }

  @MainActor func explicit(_ id: Int) -> Promise<Bool> {
    Promise { try await self.explicit(id) }
  }
}

let isolationPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "isolations",
    {
      let screen = await Screen()
      let store = Store()
      let service = Service()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("show", await screen.show(id)))
        lines.append(await outcome("showOnMain", await screen.showOnMain(id)))
        lines.append(await outcome("name", screen.name(id)))
        lines.append(await outcome("add", await store.add(id)))
        lines.append(await outcome("addTwice", await store.addTwice(id)))
        lines.append(await outcome("thread", service.thread(id)))
        lines.append(await outcome("backgroundThread", service.backgroundThread(id)))
        lines.append(await outcome("member", service.member(id)))
        lines.append(await outcome("explicit", await service.explicit(id)))
      }
      return lines + (await screen.titles) + screen.source.log.lines
    }
  )
]
