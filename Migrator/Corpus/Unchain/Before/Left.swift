import Dispatch
import PromiseConcurrency

private let ownQueue = DispatchQueue(label: "own")

/// Functions that are left as they are. The name of each is the reason.
class Left: Source, @unchecked Sendable {
  private var running: Promise<String>?

  func asyncFormExists(_ id: Int) -> Promise<String> { load(id).map(\.name) }
  func asyncFormExists(_ id: Int) async throws -> String { try await load(id).get().name }

  func canceled(_ id: Int) -> Promise<String> {
    running?.cancel()
    return load(id).map(\.name)
  }

  func captureList(_ id: Int) -> Promise<String> {
    var text = "text"
    text += "."
    return load(id).map { [text] user in text + user.name }
  }

  func comment(_ id: Int) -> Promise<String> {
    load(id).map( /* inside the call */{ $0.name })
  }

  func conditionalCompilation(_ id: Int) -> Promise<String> {
    #if DEBUG
      return load(id).map(\.name)
    #else
      return load(id).map { $0.name }
    #endif
  }

  func deferred(_ id: Int) -> Promise<String> {
    defer { log.add("returned") }
    return load(id).map(\.name)
  }

  func earlyReturn(_ id: Int) -> Promise<String> {
    load(id).map { user -> String in
      if user.id == 1 { return "one" }
      return user.name
    }.map { $0 + "." }
  }

  func functionReference(_ id: Int) -> Promise<String> { load(id).map { ($0, 1) }.map(Left.name) }
  private static func name(_ user: User, _ number: Int) -> String { user.name }

  func `inout`(_ id: inout Int) -> Promise<String> {
    id += 1
    return load(id).map(\.name)
  }

  func localFunction(_ id: Int) -> Promise<String> {
    func attempt() -> Promise<String> { load(id).map(\.name) }
    return attempt()
  }

  func multilineString(_ id: Int) -> Promise<String> {
    load(id).map { user in
      """
      name:
        \(user.name)
      """
    }
  }

  func nameConflict(_ id: Int) -> Promise<String> {
    let text = "outer"
    return load(id).map { user -> String in
      let text = user.name
      return text
    }.map { $0 + text }
  }

  func nonescaping(_ id: Int, suffix: () -> String) -> Promise<String> {
    let end = suffix()
    return load(id).map { $0.name + end }
  }

  func operatorWithoutCounterpart(_ id: Int) -> Promise<String> {
    load(id).map(\.name).timeout(seconds: 5)
  }

  func otherChain(_ id: Int) -> Promise<String> {
    load(id).done { self.log.add($0.name) }.cauterize()
    return load(id).map(\.name)
  }

  func overridden(_ id: Int) -> Promise<String> { load(id).map(\.name) }

  func queue(_ id: Int) -> Promise<String> {
    load(id).map(on: ownQueue) { $0.name.uppercased() }
  }

  func severalQueues(_ id: Int) -> Promise<String> {
    load(id).map(on: .main) { $0.name.uppercased() }.map(on: .global()) { $0.lowercased() }
  }

  func raced(_ id: Int) -> Promise<String> {
    race(load(id), load(id)).map(\.name)
  }

  func storedPromise(_ id: Int) -> Promise<String> {
    if let running { return running }
    let promise = load(id).map(\.name)
    running = promise
    return promise.get { self.log.add($0) }
  }

  func `throwing`(_ id: Int) throws -> Promise<String> {
    guard id > 0 else { throw ShopError.missing }
    return load(id).map(\.name)
  }

  func unknownType(_ id: Int) -> Promise<Int> {
    load(id).map { $0.name }.ensure { self.log.add("ensure") }.map { $0.count }
  }

  func variadic(_ ids: Int...) -> Promise<[String]> {
    when(fulfilled: ids.map { load($0) }).map { $0.map(\.name) }
  }

  func weakCapture(_ id: Int) -> Promise<String> {
    load(id).get { [weak self] user in self?.log.add(user.name) }.map(\.name)
  }
}

final class LeftChild: Left, @unchecked Sendable {
  override func overridden(_ id: Int) -> Promise<String> { load(id).map { "override \($0.name)" } }
}

struct LeftCounter {
  var count = 0

  mutating func mutating(_ source: Source) -> Promise<String> {
    count += 1
    return source.load(count).map(\.name)
  }
}

let leftPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  ("left", { [await outcome("queue", Left().queue(1)), await outcome("overridden", LeftChild().overridden(1))] })
]
