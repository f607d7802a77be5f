/// A value that will be there later, or an error that says why it never will.
///
/// A promise is *pending* until it is *settled*, once and for ever: *fulfilled* with a value or *rejected* with an
/// error. Handlers that are attached to it, before or after, each run exactly once.
///
/// ```swift
/// firstly {
///   fetchUser(id)
/// }.then { user in
///   fetchAvatar(of: user)
/// }.done { avatar in
///   self.imageView.image = avatar
/// }.catch { error in
///   self.show(error)
/// }
/// ```
///
/// ## Where handlers run
///
/// **A handler runs where you wrote it.**
///
/// | written | runs |
/// | --- | --- |
/// | `.then { … }` inside `@MainActor` code | on the main actor; it may use that actor's state, and the compiler checks it |
/// | `.then { … }` inside an actor | on that actor; likewise |
/// | `.then { … }` in a module whose default isolation is the main actor | on the main actor, unless that code is `nonisolated` |
/// | `.then { … }` in code isolated to nothing | on `DispatchQueue.promises`, which is the main queue unless set otherwise |
/// | `.then(on: queue) { … }` | on that queue, with `flags:` as in Dispatch |
/// | `.then(on: nil) { … }` | at once, on the thread that settles the promise, or that attaches the handler if it is settled |
/// | `.map { … await … }` (PromiseConcurrency) | in a task with the isolation of where it was written |
///
/// Except with `on: nil`, a handler never runs inside the call that attached it. Handlers of one promise that run in
/// the same place run in the order in which they were attached; with `on: nil`, one that is attached to a settled
/// promise runs at once. Handlers with `on: nil` that settle further promises nest at most 16 deep on the stack of one
/// thread. Beyond that depth, the handlers of the promise that is settled run when the handler that settled it has
/// returned.
///
/// Inside an actor, write handlers as closures: a method passed by its name, `done(store)`, does not run on the actor,
/// and the compiler does not say so.
///
/// Inside an actor, a closure that captures the actor weakly runs on the actor too, but the compiler does not know it,
/// and does not let it use the actor's state without `await`: capture `self` strongly. It is released when the handler
/// has run.
///
/// ## Cancellation
///
/// ``AnyPromise/cancel()`` rejects a pending promise with `CancellationError` and tells its producer. It travels
/// upstream: a promise all of whose consumers have been cancelled is cancelled too; one that somebody else wants goes
/// on. A combinator that has its outcome wants nothing any more.
///
/// - `catch` and `recover` skip cancellation unless asked (`policy: .allErrors`). `ensure`, `finally`, `tap` and
///   `get()` see it; so does a `recover` that returns a guarantee, which has to have a value.
/// - What is upstream of a cancelled promise, and not wanted any more, is cancelled at once: whoever hears of the
///   cancellation finds that done. Then what is derived from it is served; and then the handlers of
///   ``Resolver/onCancel(_:)`` are called.
/// - A handler that is running is not interrupted. Its result, or the promise that it returns, is not wanted any more:
///   such a promise is cancelled if nobody else wants it.
/// - What a handler of `ensureThen` returns is not cancelled; what a handler of `recover` returns is, with the chain.
/// - Handlers of `pipe` and `complete` always want the outcome: they keep a promise from being cancelled from
///   downstream.
public class Promise<Value: Sendable>: _TypedPromise<Value, any Error>, @unchecked Sendable {
  // Adds no state to that of `_TypedPromise`.

  @inlinable
  package override init(site: CreationSite, context: PromiseContext?) { super.init(site: site, context: context) }

  @inlinable
  override init(from source: AnyPromise, _ site: CreationSite, flags: UInt16) {
    super.init(from: source, site, flags: flags)
  }

  @inlinable
  package override init(settled outcome: Result<Value, any Error>, site: CreationSite, context: PromiseContext?) {
    super.init(settled: outcome, site: site, context: context)
  }

  /// Makes a promise that is settled by a resolver.
  ///
  /// ```swift
  /// Promise<Data> { resolver in
  ///   load(url) { data, error in resolver.resolve(data, error) }
  /// }
  /// ```
  ///
  /// From PromiseKit. New: a resolver that is released without being called rejects the promise.
  ///
  /// - Parameters:
  ///   - body: Called at once, before this initialiser returns. If it throws, the promise is rejected with that error.
  @inlinable
  public convenience init(
    resolver body: (Resolver<Value>) throws -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    let resolver = Resolver(self)
    do {
      try body(resolver)
    } catch {
      resolver.reject(error)
    }
  }

  /// Makes a promise that is rejected already. From PromiseKit.
  ///
  /// - Parameters:
  ///   - error: The reason.
  @inlinable
  public convenience init(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .failure(error), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Makes a promise that settles as another promise or guarantee does. From PromiseKit.
  ///
  /// - Parameters:
  ///   - thenable: The promise to follow. This one is a consumer of it: cancelling it may cancel the other.
  @_disfavoredOverload  // so that the forms behind an SPI are tried first, which are concrete: in milliseconds
  public convenience init(_ thenable: some Thenable<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: thenable, CreationSite(file, line))
  }

  @usableFromInline
  package convenience init(adopting thenable: some Thenable<Value>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    adopt(thenable, in: trampoline)
    trampoline.leave()
  }

  /// A promise that is fulfilled already. From PromiseKit.
  ///
  /// - Parameters:
  ///   - value: The value it is fulfilled with.
  @inlinable
  public static func value(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Promise {
    Promise(settled: .success(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// A pending promise and the resolver that settles it. From PromiseKit.
  ///
  /// - Returns: The promise, and its only resolver. When the resolver is released without having been called, the
  ///   promise is rejected with ``PromiseError/abandoned(file:line:)``.
  @_disfavoredOverload  // so that google/promises' own form, behind its SPI, is preferred where it is seen
  @inlinable
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
    let promise = Promise(site: CreationSite(file, line), context: .ofNewPromise())
    return (promise, Resolver(promise))
  }
}

extension Promise: Thenable {}
