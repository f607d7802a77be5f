import CPromiseCore

/// Records what happens to the promises of a context, in order to say later what each of them waits for.
///
/// PromiseTracing contains the implementation. The engine knows no more of it than this protocol.
///
/// The requirements are called from any thread, concurrently, and never while the library holds a lock. A recorder must
/// not retain the promises, which would then never be deallocated.
package protocol PromiseRecorder: AnyObject, Sendable {
  /// Called when a promise has been created, on the thread that creates it.
  ///
  /// The initializer of the subclass has not returned yet.
  ///
  /// - Returns: Whether the recorder wants to know what happens to the promise. Otherwise, the other requirements are not
  ///   called for it.
  func promiseCreated(_ promise: AnyPromise) -> Bool
  /// Called when a promise is being deallocated.
  func promiseDeallocated(_ promise: AnyPromise)
  /// Called when something becomes known about the producer of a promise.
  func record(_ event: ProducerEvent, of promise: AnyPromise)
  /// Returns the number of promises that were recorded before this one, or `nil` if the promise is not recorded.
  func index(of promise: AnyPromise) -> Int?
}

/// What becomes known about the producer of a pending promise, which is the code that settles it.
package enum ProducerEvent: Sendable {
  /// Code outside of the library has received a resolver of the promise.
  case resolverHandedOut
  /// Code that has a reference to the promise settles it, as it would with a resolver.
  case unowned
  /// A task with this name settles the promise.
  case task(name: String?)
  /// A task with this name settles the promise after its turn in the queue has come.
  case queuedTask(name: String?, any TaskQueue)
  /// What settles another promise settles the promise afterward.
  case successor(of: AnyPromise)
  /// A timer that starts now settles the promise. Without a source, the clock is that of Dispatch.
  case timer(Delay, (any TimerSource)?)
  /// The handler that settles the promise has been enqueued on an executor.
  case handlerEnqueued(on: HandlerExecutor)
  /// The handler that settles the promise begins to run on an executor.
  case handlerStarted(on: HandlerExecutor)
  /// The handler has returned, and something else settles the promise.
  case handlerReturned
  /// An attempt of `retry` settles the promise unless it fails. The number starts at 1, and `retries` is the maximum
  /// number of attempts after the first one. If the attempt is not running, it begins after a delay.
  case attempt(Int, retries: Int, isRunning: Bool)
}

/// A queue of tasks that settle promises.
package protocol TaskQueue: AnyObject, Sendable {
  /// The site at which the queue was created.
  var site: CreationSite { get }
  /// The promises of the tasks that have been called and have not ended.
  var runningPromises: [AnyPromise] { get }
}

extension AnyPromise {
  /// Whether the recorder of the context wants to know what happens to the promise.
  package final var isRecorded: Bool { loadFlags() & Flag.recorded != 0 }

  /// Tells the recorder of the context what has become known about the producer of this promise.
  package final func record(_ event: @autoclosure () -> ProducerEvent) {
    if isRecorded { context?.recorder?.record(event(), of: self) }
  }

  /// Records that a task settles this promise.
  @usableFromInline
  package final func recordTask(named name: String?) { record(.task(name: name)) }

  /// Runs work that may settle this promise, and records when it begins and when it has returned.
  final func recordingHandler(on executor: HandlerExecutor, _ run: () -> Void) {
    record(.handlerStarted(on: executor))
    run()
    if isPending { record(.handlerReturned) }
  }
}

/// Holds a recorder, so that a pointer to it can pass through C.
package final class RecorderBox: Sendable {
  fileprivate let recorder: any PromiseRecorder

  package init(_ recorder: any PromiseRecorder) { self.recorder = recorder }

  /// Creates the recorder of the process, or returns `nil` if the program does not link PromiseTracing.
  static func makeRecorder() -> (any PromiseRecorder)? {
    if let box = promise_core_make_recorder() {
      return Unmanaged<RecorderBox>.fromOpaque(box).takeRetainedValue().recorder
    }
    if promise_core_asks_for_tracing(promise_core_environment("PROMISES_TRACE")) { reportMissingModule() }
    return nil
  }

  /// Says that the program asks for what it does not contain.
  private static func reportMissingModule() {
    var text = """
      PROMISES_TRACE is set, but nothing is traced, because this program does not link PromiseTracing. Add the product \
      PromiseTracing to its target, or unset the variable.

      """
    text.withUTF8 { promise_core_write_error($0.baseAddress, $0.count) }
  }
}
