/// A value that becomes available later, or the error that explains why it does not.
///
/// A promise is *pending* until it *settles*: it is either *fulfilled* with a value or *rejected* with an error. Its
/// outcome never changes afterward. Create a promise from a function that calls a completion handler:
///
/// ```swift
/// Promise<Data> { resolver in
///   load(url, completion: resolver.resolve)
/// }
/// ```
///
/// Pass a method of the resolver, as here, or a `@Sendable` closure. Any other closure in main-actor code is isolated to
/// the main actor, and in the Swift 6 language mode, it traps if an SDK in the Swift 5 mode calls it on another thread.
///
/// Chain operators to transform the value and to handle errors. Each operator returns a new promise:
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
/// Every function that creates a promise takes `file` and `line`, which record its creation site. Reports and test
/// failures name this site, so leave both arguments at their defaults.
///
/// ## Where handlers run
///
/// **A handler runs where you wrote it**, and at most once, whether you attach it before or after the promise settles.
///
/// | Handler | Runs |
/// | --- | --- |
/// | `.then { … }` in `@MainActor` code or in an actor | on that actor, and may use its state |
/// | `.then { … }` in nonisolated code | on `DispatchQueue.promises`, the main queue by default |
/// | `.then(on: queue) { … }` | on that queue |
/// | `.then(on: nil) { … }` | inline, on the thread that settles the promise or that attaches the handler |
/// | `.map { … await … }` (PromiseConcurrency) | in a task with the isolation of the surrounding code |
///
/// Unless it is inline, a handler never runs inside the call that attaches it; on another thread, it may run before that
/// call returns. Handlers of one promise that share an executor begin in the order in which they were attached, `async`
/// ones included. At most 16 inline handlers nest on the stack of one thread; beyond that depth, the handlers of a
/// promise run after the handler that settled it has returned or, if that handler blocks its thread, on another thread.
///
/// **A handler is released on the actor that it is isolated to**, whether it has run or not, so it may capture values
/// that are not `Sendable`. Handlers on queues and inline handlers may be released on any thread.
///
/// In an actor, write handlers as closures that capture `self` strongly. A method passed by name, as in `done(store)`,
/// does not run on the actor, and the compiler does not warn about it. A closure that captures `self` weakly runs on
/// the actor, but cannot use its state without `await`. Both keep the actor alive until the promise settles.
///
/// ## Cancellation
///
/// ``cancel()`` rejects a pending promise with `CancellationError` and notifies its producer. The derived
/// promises, combinators and tasks that wait for a promise are its *consumers*. Cancellation travels upstream to each
/// promise that has no other consumer. A combinator that has an outcome is no longer a consumer of its inputs.
///
/// - `catch` and `recover` skip cancellation, unless you pass `policy: .allErrors`, or `only:` with the type of the
///   cancellation error. `ensure`, `tap`, `get()` and a `recover` that returns a guarantee see it.
/// - Upstream promises are canceled first. The cancellation is then delivered downstream; the handlers of
///   ``Resolver/onCancel(_:)`` run last.
/// - A running handler is not interrupted, but its result is discarded. If the handler returns a promise, that promise
///   is canceled unless it has another consumer. The guarantee that a handler of `ensureThen` returns is the exception:
///   it is not canceled.
/// - Handlers of `pipe` and `complete` are permanent consumers: their promise cannot be canceled from downstream.
public class Promise<Value: Sendable>: @unchecked Sendable {
  // Only the initializers and `deinit` use it directly: everything else goes through `AnyPromise`, so that the compiler sees
  // one type of object. It must be the only stored property, as in `Guarantee`.
  @exclusivity(unchecked) @usableFromInline package final var header: PromiseHeader

  /// Creates a pending promise.
  @inlinable
  package init(site: CreationSite, context: PromiseContext?) {
    header = PromiseHeader(site: site, context: context, flags: [], kind: 0)
    AnyPromise.noteCreation(of: self, isPending: true)
  }

  /// Creates a pending promise that waits for `source`, for the subclass.
  @inlinable
  init(from source: AnyPromise, _ site: CreationSite, flags: PromiseFlags) {
    header = PromiseHeader(
      from: source, site, flags: flags, kind: PromiseHeader.Kind.derived)
    AnyPromise.noteCreation(of: self, isPending: true)
  }

  /// Creates a settled promise.
  @inlinable
  package init(settled outcome: Result<Value, any Error>, site: CreationSite, context: PromiseContext?) {
    let isFulfilled = if case .success = outcome { true } else { false }
    header = PromiseHeader(
      site: site, context: context,
      flags: [.settled, .delivered, isFulfilled ? .fulfilled : .rejected], kind: 0)
    switch outcome {
    case .success(let value): header.storage.fill(value)
    case .failure(let error): header.storage.fill(error: error)
    }
    AnyPromise.noteCreation(of: self, isPending: false)
  }

  deinit {
    let flags = AnyPromise.loadFlags(of: self)
    if flags.contains(.fulfilled) { header.storage.clear(Value.self) }
    // Most promises have nothing else to release. A reference to the promise would cost a retain and a release.
    if flags.intersection([.fulfilled, .tracksProgress, .boxed]) != .fulfilled {
      AnyPromise(object: self).deinitialize(flags)
    }
  }

  /// Creates a promise that a resolver settles.
  ///
  /// ```swift
  /// Promise<Data> { resolver in
  ///   load(url, completion: resolver.resolve)
  /// }
  /// ```
  ///
  /// If a completion handler does more than call the resolver, write a `@Sendable` closure:
  ///
  /// ```swift
  /// Promise<Data> { resolver in
  ///   load(url) { @Sendable data, error in resolver.resolve(data.map(decrypt), error) }
  /// }
  /// ```
  ///
  /// If the resolver is released before the promise settles, the promise is rejected with
  /// ``PromiseError/abandoned(file:line:)``.
  ///
  /// - Parameter body: A closure that starts the work. It runs before this initializer returns, on the calling thread.
  ///   If it throws, the promise is rejected with that error.
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

  /// Creates a promise that is already rejected.
  ///
  /// - Parameter error: The error of the promise. Like any other error, it is reported if it remains unhandled.
  @inlinable
  public convenience init(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .failure(error), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Creates a promise that adopts the outcome of another promise, guarantee or thenable.
  ///
  /// - Parameter thenable: The thenable whose outcome the new promise adopts. The new promise is one of its consumers:
  ///   canceling the new promise also cancels the thenable, if that is a promise or a guarantee without another
  ///   consumer.
  @_disfavoredOverload  // so that the concrete forms of google/promises are tried first: 0.05 s instead of 4 s
  public convenience init(_ thenable: some Thenable<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: thenable, CreationSite(file, line))
  }

  /// Creates a promise that adopts the outcome of `thenable`.
  @usableFromInline
  package convenience init(adopting thenable: some Thenable<Value>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    typed.adopt(thenable, in: trampoline)
    trampoline.leave()
  }

  /// Returns a promise that is already fulfilled.
  ///
  /// - Parameter value: The value of the promise.
  /// - Returns: A promise that is fulfilled with `value`.
  @inlinable
  public static func value(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Promise {
    Promise(settled: .success(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Returns a pending promise and the resolver that settles it.
  ///
  /// - Returns: The promise, and its only resolver. If the resolver is released while the promise is pending, the
  ///   promise is rejected with ``PromiseError/abandoned(file:line:)``.
  @_disfavoredOverload  // so that the form of google/promises, with the same parameters, is preferred
  @inlinable
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
    let promise = Promise(site: CreationSite(file, line), context: .ofNewPromise())
    return (promise, Resolver(promise))
  }
}

extension Promise: Thenable {}
