import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Which handlers of a pending promise retain the actor that attached them. The article Pitfalls.md shows the cure.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ActorLifetimeTests {
  /// An actor that attaches a handler with a weak reference to itself.
  actor Owner {
    private let object: Lifetime.Object
    private var sum = 0

    init(_ lifetime: Lifetime) { object = lifetime.object() }

    func add(_ number: Int) { sum += number }

    func attach(_ form: Form, to promise: Promise<Int>) -> Promise<Void> {
      switch form {
      case .isolated: return promise.done { [weak self] _ in _ = self }
      case .isolatedWithoutSelf: return promise.done { _ in }
      case .isolatedAsync: return promise.done { [weak self] number in await self?.add(number) }
      case .concurrent: return promise.done { @concurrent [weak self] number in await self?.add(number) }
      case .nonisolatedFunction: return attachNonisolated(to: promise)
      case .inline: return promise.done(on: nil) { [weak self] number in Task { await self?.add(number) } }
      case .constant:
        let handler: @Sendable (Int) async -> Void = { [weak self] number in await self?.add(number) }
        return promise.done(handler)
      case .task:
        return Promise(
          Task { [weak self] in
            // Inside the call, the task would retain the actor while it waits: `self?` is evaluated before the argument.
            let number = try await promise.get()
            await self?.add(number)
          })
      }
    }

    private nonisolated func attachNonisolated(to promise: Promise<Int>) -> Promise<Void> {
      promise.done { [weak self] number in await self?.add(number) }
    }
  }

  enum Form: CaseIterable {
    // These handlers are isolated to the actor.
    case isolated, isolatedWithoutSelf, isolatedAsync
    // These are not.
    case concurrent, nonisolatedFunction, inline, constant, task

    var isIsolated: Bool { [.isolated, .isolatedWithoutSelf, .isolatedAsync].contains(self) }
  }

  @Test(arguments: Form.allCases.filter { !$0.isIsolated })
  func `a handler that is not isolated to an actor does not retain it`(_ form: Form) async {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    let attached = await Owner(lifetime).attach(form, to: promise)
    // The task that called the actor may not have released it yet.
    await wait { lifetime.alive == 0 }
    #expect(promise.isPending)
    resolver.fulfill(1)
    _ = await attached.getResult()
  }

  @Test(arguments: Form.allCases.filter(\.isIsolated), [true, false])
  func `an actor is released when its handler has run or its promise is canceled`(_ form: Form, _ isCanceled: Bool)
    async
  {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    let attached = await Owner(lifetime).attach(form, to: promise)
    #expect(lifetime.alive == 1)
    if isCanceled { attached.cancel() } else { resolver.fulfill(1) }
    await wait { lifetime.alive == 0 }
    withExtendedLifetime(resolver) {}
  }
}
