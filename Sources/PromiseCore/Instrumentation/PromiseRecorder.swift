import CPromiseCore

/// Records what happens to the promises of a context, in order to say later what each of them waits for, and what they did.
///
/// PromiseTracing contains the implementation. The engine uses only this protocol and ``PromiseRecord``.
package protocol PromiseRecorder: AnyObject, Sendable {
  /// Called when a promise has been created, on the thread that creates it. To record the promise, the recorder calls
  /// `promise.setRecord(_:)`, before another thread can obtain the promise from the recorder.
  ///
  /// The initializer of the subclass has not returned yet: a promise that is created settled does not have its outcome
  /// yet.
  ///
  /// - Parameters:
  ///   - promise: The promise, which the recorder must not retain.
  ///   - isPending: Whether the promise is created pending.
  func promiseCreated(_ promise: AnyPromise, isPending: Bool)
}

/// What a recorder keeps about one promise, which retains it.
///
/// The requirements are called from any thread, concurrently, and never while the library holds a lock. A record must not
/// retain the promise, which would then never be deallocated.
package protocol PromiseRecord: AnyObject, Sendable {
  /// Called when the promise is being deallocated.
  func promiseDeallocated()
  /// Called when the promise has settled, on the thread that settles it, before its outcome is delivered.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - awaited: Returns the promises that it was waiting for.
  func promiseSettled(_ promise: AnyPromise, after awaited: () -> [AnyPromise])
  /// Called when the handler that settles the promise has been enqueued on an executor.
  func handlerEnqueued(on executor: HandlerExecutor)
  /// Called when that handler begins to run on an executor.
  func handlerStarted(on executor: HandlerExecutor)
  /// Called when that handler has returned. If the promise is still pending, something else settles it.
  func handlerReturned()
  /// Called when something else has happened to the promise, on the thread on which it has happened.
  func record(_ event: PromiseEvent, of promise: AnyPromise)
}

/// Something that happens to a promise.
package enum PromiseEvent: Sendable {
  // What becomes known about the producer of a pending promise, which is the code that settles it.

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
  /// An attempt of `retry` settles the promise unless it fails. The number starts at 1, and `retries` is the maximum
  /// number of attempts after the first one. If the attempt is not running, it begins after a delay.
  case attempt(Int, retries: Int, isRunning: Bool)

  // What else happens to it.

  /// The current task, or this thread, begins to wait for the promise.
  case waitBegan
  /// A wait has ended.
  case waitEnded
  /// A resolver has been called although the promise has an outcome, which the second one contradicts: this error, or a
  /// value.
  case contradicted(by: (any Error)?)
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
  package var isRecorded: Bool { record != nil }

  /// Tells the recorder of the context what has happened to this promise.
  package func record(_ event: @autoclosure () -> PromiseEvent) {
    record?.record(event(), of: self)
  }

  /// Records that a task settles this promise.
  @usableFromInline
  package func recordTask(named name: String?) { record(.task(name: name)) }

  /// Records that a resolver has been called although the promise has an outcome.
  ///
  /// - Parameter error: The error with which the promise would have been rejected, or `nil` if it would have been fulfilled.
  @usableFromInline @inline(never)
  func noteSecondAnswer(_ error: (any Error)?) {
    // The answer of work that has been canceled meanwhile does not contradict the cancellation.
    guard isRecorded, isFulfilled != (error == nil), !isCancelled, error?.isCancelled != true else { return }
    record(.contradicted(by: error))
  }

  /// Runs work that may settle this promise, and records when it begins and when it has returned.
  func recordingHandler(on executor: HandlerExecutor, _ run: () -> Void) {
    guard let record else { return run() }
    record.handlerStarted(on: executor)
    run()
    record.handlerReturned()
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
