import CallbackSDK
import PromiseConcurrency

/// A way to use an SDK in Swift 5 mode that calls back on its own queue, as the table in Pitfalls.md names it.
nonisolated enum CallbackShape: String, CaseIterable, Codable {
  case handlerOfWrap = "`wrap { handler in SDK.load(2, completion: handler) }`"
  case methodOfResolver = "`Promise { resolver in SDK.load(2, completion: resolver.resolve) }`"
  case functionOfGuarantee = "`Guarantee { seal in SDK.read(completion: seal) }`"
  case sendableClosure = "`Promise { resolver in SDK.load(2) { @Sendable v, e in resolver.resolve(v, e) } }`"
  case closureInSendableBody = "`Promise { @Sendable resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }`"
  case closureInPromise = "`Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }`"
  case closureInGuarantee = "`Guarantee { seal in SDK.read { seal($0) } }`"
  case closureInWrap = "`wrap { handler in SDK.load(2) { v, e in handler(v, e) } }`"
  case closureInWithResolver = "`withResolver { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }`"
  case closureInContinuation = "`withCheckedContinuation { c in SDK.read { c.resume(returning: $0) } }`"
  case closureAfterPending = "`SDK.load(2) { v, e in resolver.resolve(v, e) }` after `Promise.pending()`"
  case closureWithPreconcurrencyImport = "that closure, with `@preconcurrency import SDK`"
  case closureInHandler = "that closure, in a handler without `on:`"
  case closureInHandlerOnQueue = "that closure, in a handler with `on: queue`"
  case closureInOnCancel = "that closure, in a handler of `onCancel`"
  case closureInUnannotatedFunction = "that closure, in a function without attributes"
  case closureInNonisolatedFunction = "that closure, in a `nonisolated` function"
  case closureInNonisolatedAsyncFunction = "that closure, in a `nonisolated` `async` function"
  case closureThatUsesItsActor = "that closure, in an actor, if it uses the actor"
  case closureInActor = "that closure, in an actor, if it does not"
  case preconcurrencyDelegate = "a class that conforms to `@preconcurrency SDKDelegate`"
  case isolatedDelegate = "a class that conforms to `@MainActor SDKDelegate`"
}

/// Main-actor code that uses the SDK.
@MainActor final class SDKClient {
  private var delegate: (any SDKDelegate)?

  /// Uses the SDK in one way. Returns the text that it calls back with.
  func use(_ shape: CallbackShape) async throws -> String {
    switch shape {
    case .handlerOfWrap:
      try await wrap { handler in SDK.load(2, completion: handler) }.get()
    case .methodOfResolver:
      try await Promise { resolver in SDK.load(2, completion: resolver.resolve) }.get()
    case .functionOfGuarantee:
      await Guarantee { seal in SDK.read(completion: seal) }.get()
    case .sendableClosure:
      try await Promise { resolver in SDK.load(2) { @Sendable v, e in resolver.resolve(v, e) } }.get()
    case .closureInSendableBody:
      try await Promise { @Sendable resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }.get()
    case .closureInPromise:
      try await Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }.get()
    case .closureInGuarantee:
      await Guarantee { seal in SDK.read { seal($0) } }.get()
    case .closureInWrap:
      try await wrap { handler in SDK.load(2) { v, e in handler(v, e) } }.get()
    case .closureInWithResolver:
      try await withResolver { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
    case .closureInContinuation:
      await withCheckedContinuation { c in SDK.read { c.resume(returning: $0) } }
    case .closureAfterPending:
      try await pending().get()
    case .closureWithPreconcurrencyImport:
      try await loadWithPreconcurrencyImport().get()
    case .closureInHandler:
      try await Promise.value(2).then { id in Promise { resolver in SDK.load(id) { v, e in resolver.resolve(v, e) } } }
        .get()
    case .closureInHandlerOnQueue:
      try await Promise.value(2)
        .then(on: .global()) { id in Promise { resolver in SDK.load(id) { v, e in resolver.resolve(v, e) } } }.get()
    case .closureInOnCancel:
      try await cancel().get()
    case .closureInUnannotatedFunction:
      try await loadInUnannotatedFunction().get()
    case .closureInNonisolatedFunction:
      try await load().get()
    case .closureInNonisolatedAsyncFunction:
      try await loadAsync()
    case .closureThatUsesItsActor:
      try await SDKActor().loadWithPrefix().get()
    case .closureInActor:
      try await SDKActor().load().get()
    case .preconcurrencyDelegate:
      try await receive(PreconcurrencyListener.init).get()
    case .isolatedDelegate:
      try await receive(IsolatedListener.init).get()
    }
  }

  private func pending() -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending()
    SDK.load(2) { v, e in resolver.resolve(v, e) }
    return promise
  }

  private func cancel() -> Promise<String> {
    let (text, outcome) = Promise<String>.pending()
    let (work, resolver) = Promise<Void>.pending()
    resolver.onCancel { SDK.load(2) { v, e in outcome.resolve(v, e) } }
    work.cancel()
    return text
  }

  private func receive(_ listener: (Resolver<String>) -> any SDKDelegate) -> Promise<String> {
    Promise { resolver in
      let delegate = listener(resolver)
      SDK.notify(delegate)
      self.delegate = delegate
    }
  }

  private nonisolated func load() -> Promise<String> {
    Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
  }

  private nonisolated func loadAsync() async throws -> String {
    try await withResolver { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
  }
}

@MainActor private class Listener {
  private let resolver: Resolver<String>

  init(_ resolver: Resolver<String>) { self.resolver = resolver }

  func didLoad(_ text: String) { resolver.fulfill(text) }
}

@MainActor private final class PreconcurrencyListener: Listener, @preconcurrency SDKDelegate {}

@MainActor private final class IsolatedListener: Listener, @MainActor SDKDelegate {}

/// An actor that uses the SDK.
private actor SDKActor {
  private let prefix = ""

  func load() -> Promise<String> {
    Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
  }

  /// The closure captures the actor, so it is isolated to it.
  func loadWithPrefix() -> Promise<String> {
    Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v.map { self.prefix + $0 }, e) } }
  }
}

/// Has the default isolation of the module.
private func loadInUnannotatedFunction() -> Promise<String> {
  Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
}
