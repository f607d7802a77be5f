import Dispatch
import Observation
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

// Every declaration in this file is isolated to the main actor, because that is the default isolation of the module.

/// In a module with the main actor as its default isolation, handlers run on the main actor without an annotation.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MainActorModeTests {
  final class Screen {
    var notes: [String] = []

    func note(_ text: String) {
      MainActor.preconditionIsolated()
      notes.append(text)
    }

    func show() -> Promise<Void> {
      Promise.value(1)
        .get { self.note("get \($0)") }
        .then { number -> Promise<Int> in
          self.note("then")
          return Promise.value(number + 1)
        }
        .map { number in
          await Task.yield()
          self.note("map")
          return number
        }
        .ensure { self.note("ensure") }
        .done { self.note("done \($0)") }
    }
  }

  @Test func `handlers of every operator run on the main actor`() async throws {
    let screen = Screen()
    try await screen.show().get()
    #expect(screen.notes == ["get 1", "then", "map", "ensure", "done 2"])
  }

  @Test func `tasks run on the main actor in the order in which they were added`() async throws {
    let screen = Screen()
    let queue = PromiseQueue()
    for number in 0..<10 {
      queue.add {
        await Task.yield()
        screen.note("\(number)")
      }
    }
    try await queue.add {}.get()
    try await Promise { screen.note("promise") }.get()
    #expect(screen.notes == (0..<10).map { "\($0)" } + ["promise"])
  }

  @Test func `code that awaits a promise resumes on the main actor`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    DispatchQueue.global().async { resolver.fulfill(1) }
    #expect(try await promise.get() == 1)
    MainActor.preconditionIsolated()
    var sum = 0
    for try await number in [promise, .value(2)].inCompletionOrder { sum += number }
    #expect(sum == 3)
  }

  @Test func `a handler with an explicit queue runs on that queue`() async throws {
    let queue = MarkedQueue()
    let isOnQueue = try await Promise.value(1).map(on: queue.queue) { _ in queue.isCurrent }.get()
    #expect(isOnQueue)
  }

  /// A model of an app in such a module, without annotations.
  @Observable final class Page {
    let name = PromiseModel<String>()
    var title: String { name.value ?? "-" }

    func fetch(_ name: String) -> Promise<String> { Promise.value(name).map { $0.uppercased() } }
    func load(_ text: String) { name.load { fetch(text) } }
    func loadLater(_ text: String) async { _ = await name.load { try await self.fetch(text).get() + "!" }.getResult() }
  }

  @Test func `models and their closures need no annotation`() async throws {
    let page = Page()
    page.load("a")
    #expect(page.title == "-" && page.name.isLoading)
    #expect(await promisesSettled())
    #expect(page.title == "A")
    await page.loadLater("b")
    #expect(page.title == "B!")
  }
}
