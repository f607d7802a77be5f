import CPromiseCore

/// Records what happens to the promises of a context, in order to say later what each of them waits for.
///
/// PromiseTracing contains the implementation. The engine uses only this protocol.
///
/// The requirements are called from any thread, concurrently, and never while the library holds a lock. A recorder must
/// not retain the promises, which would then never be deallocated.
package protocol PromiseRecorder: AnyObject, Sendable {
  /// Called when a promise has been created, on the thread that creates it.
  ///
  /// The initializer of the subclass has not returned yet.
  ///
  /// - Returns: Whether the recorder records the promise. Otherwise, the other requirements are not called for it.
  func promiseCreated(_ promise: AnyPromise) -> Bool
  /// Called when a promise is being deallocated.
  func promiseDeallocated(_ promise: AnyPromise)
  /// Called when something becomes known about the producer of a promise.
  func record(_ event: ProducerEvent, of promise: AnyPromise)
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
  /// The promise settles after another promise, by the same producer.
  case successor(of: AnyPromise)
  /// A timer that starts now settles the promise. Without a source, the clock is that of Dispatch.
  case timer(TimerInterval, (any TimerSource)?)
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
  /// Whether the recorder of the context records the promise.
  package var isRecorded: Bool { loadFlags().contains(.recorded) }

  /// Tells the recorder of the context what has become known about the producer of this promise.
  package func record(_ event: @autoclosure () -> ProducerEvent) {
    if isRecorded { context?.recorder?.record(event(), of: self) }
  }

  /// Records that a task settles this promise.
  @usableFromInline
  package func recordTask(named name: String?) { record(.task(name: name)) }

  /// Runs work that may settle this promise, and records when it begins and when it has returned.
  func recordingHandler(on executor: HandlerExecutor, _ run: () -> Void) {
    record(.handlerStarted(on: executor))
    run()
    if isPending { record(.handlerReturned) }
  }
}

/// Holds a recorder, so that a pointer to it can pass through C.
package final class RecorderBox: Sendable {
  fileprivate let recorder: any PromiseRecorder

  package init(_ recorder: any PromiseRecorder) { self.recorder = recorder }
}

/// The recorder of the promises that belong to no test.
package struct ProcessRecorder: Sendable {
  private var recorder: (any PromiseRecorder)?
  private var isReported = false

  package init() {}

  /// Returns the recorder, or `nil` as long as the program has not loaded PromiseTracing. A program may load it late, with
  /// its tests.
  package mutating func current() -> (any PromiseRecorder)? {
    if recorder == nil { recorder = make() }
    return recorder
  }

  private mutating func make() -> (any PromiseRecorder)? {
    if let box = promise_core_make_recorder() {
      return Unmanaged<RecorderBox>.fromOpaque(box).takeRetainedValue().recorder
    }
    if !isReported, promise_core_asks_for_tracing(promise_core_environment("PROMISES_TRACE")) {
      isReported = true
      reportMissingModule()
    }
    return nil
  }

  /// Writes to standard error that `PROMISES_TRACE` has no effect without PromiseTracing.
  private func reportMissingModule() {
    var text = """
      PROMISES_TRACE is set, but nothing is traced, because this program does not link PromiseTracing. Add the product \
      PromiseTracing to its target, or unset the variable.

      """
    text.withUTF8 { promise_core_write_error($0.baseAddress, $0.count) }
  }
}
