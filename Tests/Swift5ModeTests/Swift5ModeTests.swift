import Dispatch
import Observation
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

// Code of an app that still uses the Swift 5 language mode. The gate builds this target with warnings as errors, which
// tests that the code compiles without warnings. The tests below check that it works.

/// A class from before Swift concurrency: nonisolated and not `Sendable`.
private final class Model {
  var names: [String] = []

  func load(_ names: [String]) -> Promise<Int> {
    Promise.value(names)
      .map { names -> Int in
        self.names = names
        return names.count
      }
      .ensure { self.names.append("end") }
  }
}

@MainActor private final class Controller {
  var title = ""

  func show(_ promise: Promise<String>) -> Promise<Void> {
    promise
      .done { self.title = $0 }
      .catch { _ in self.title = "failed" }
  }
}

@Suite(.sharingProcessors) struct Swift5ModeTests {
  @Test func `handlers with a queue may change captured variables`() async throws {
    let queue = DispatchQueue(label: "Swift5ModeTests")
    var count = 0
    var last: String?
    try await Promise.value("a")
      .map(on: queue) { text -> String in
        count += 1
        return text + "b"
      }
      .then(on: queue) { text -> Promise<String> in
        count += 1
        return .value(text)
      }
      .done(on: queue) { last = $0 }
      .catch(on: queue) { _ in count = -1 }
      .ensure(on: queue) { count += 1 }
      .get()
    #expect(count == 3 && last == "ab")
  }

  @Test func `handlers without a queue may change captured variables`() async throws {
    var count = 0
    try await Promise.value(1)
      .get { count += $0 }
      .map { number -> Int in
        count += number
        return number
      }
      .recover { _ -> Promise<Int> in
        count = -1
        return .value(0)
      }
      .ensure { count += 1 }
      .done { count += $0 }
      .get()
    #expect(count == 4)
  }

  @Test func `handlers may capture objects that are not Sendable`() async throws {
    let model = Model()
    #expect(try await model.load(["a", "b"]).get() == 2)
    #expect(model.names == ["a", "b", "end"])
  }

  @Test @MainActor func `handlers of a main actor class may use its state`() async throws {
    let controller = Controller()
    try await controller.show(.value("title")).get()
    #expect(controller.title == "title")
  }

  @Test func `wrap and resolvers accept callbacks that are not Sendable`() async throws {
    var calls = 0
    func load(_ completion: @escaping (Int?, Error?) -> Void) {
      calls += 1
      completion(1, nil)
    }
    let promise: Promise<Int> = wrap { handler in load(handler) }
    #expect(try await promise.get() == 1)
    #expect(calls == 1)
    let resolved = Promise<Int> { seal in load { seal.resolve($0, $1) } }
    #expect(try await resolved.get() == 1)
  }

  @Test @MainActor func `a model follows promises and async functions`() async throws {
    let page = Page()
    try await page.load(.value("a")).get()
    #expect(page.title == "a")
    try await page.loadLater("b").get()
    #expect(page.title == "b" && page.count == 1)
  }
}

/// A class that is not `Sendable`, with a model as a property.
@Observable private final class Page {
  let name = PromiseModel<String>()
  var count = 0

  @MainActor var title: String { name.value ?? "-" }

  @MainActor func load(_ promise: Promise<String>) -> Promise<String> { name.load { promise.delay(seconds: 0) } }

  @MainActor func loadLater(_ text: String) -> Promise<String> {
    name.load {
      await Task.yield()
      self.count += 1
      return text
    }
  }
}
