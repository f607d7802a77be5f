import Foundation
import PromiseConcurrency

/// Whether the current code runs on the main thread.
func isMain() -> Bool { Thread.isMainThread }

/// A class on the main actor, whose handlers touch its state.
@MainActor final class Screen {
  private(set) var titles: [String] = []
  nonisolated let source = Source()

  func show(_ id: Int) -> Promise<Int> {
    source.load(id).map { user in
      self.titles.append(user.name)
      return self.titles.count
    }
  }

  func showOnMain(_ id: Int) -> Promise<Void> {
    let source = source
    return source.load(id).done(on: .main) { source.log.add("main \($0.name)") }
  }

  nonisolated func name(_ id: Int) -> Promise<String> {
    source.load(id).map(on: nil) { $0.name }
  }
}

/// An actor.
actor Store {
  private var names: [String] = []
  private let source = Source()

  func add(_ id: Int) -> Promise<[String]> {
    source.load(id).map { user in
      self.names.append(user.name)
      return self.names
    }
  }
}

extension Store {
  func addTwice(_ id: Int) -> Promise<[String]> {
    add(id).then { _ in self.add(id) }
  }
}

/// A class without isolation, whose handlers run on the main queue.
final class Service: Source, @unchecked Sendable {
  func thread(_ id: Int) -> Promise<Bool> {
    load(id).map { _ in isMain() }
  }

  func backgroundThread(_ id: Int) -> Promise<Bool> {
    load(id).map(on: .global()) { _ in isMain() }
  }

  func member(_ id: Int) -> Promise<Int> {
    load(id).map { $0.friends.count + 1 }
  }

  @MainActor func explicit(_ id: Int) -> Promise<Bool> {
    load(id).map { _ in isMain() }
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
