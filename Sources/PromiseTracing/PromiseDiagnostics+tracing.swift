import CPromiseCore
import CPromiseTracing
public import PromiseCore

extension PromiseDiagnostics {
  /// Whether promises are recorded when they are created, so that ``pendingPromises()`` can return them.
  ///
  /// The default is `false`, and tracing costs nothing then. It is `true` from the start in a process whose environment
  /// contains `PROMISES_TRACE=1`. A process that loads `PromiseTesting` records its promises in any case, but not the
  /// functions that create them.
  ///
  /// Promises that were created before tracing began are not part of a snapshot. Setting the property to `false` stops
  /// the recording of new promises. This property may be set at any time, from any thread.
  public static var isTracing: Bool {
    get { promise_tracing_is_tracing() }
    set {
      if newValue {
        // The loader has done this, unless a static linker has left it out.
        promise_core_set_recorder_factory { makeRecorder() }
        // The promises of a program without instruments belong to no context until now.
        PromiseContext.isInstrumented = true
      }
      promise_tracing_set_tracing(newValue)
    }
  }

  /// Returns the promises that are pending, with what each waits for and what waits for it.
  ///
  /// ```swift
  /// PromiseDiagnostics.isTracing = true
  /// // … later, when the program seems to hang:
  /// print(PromiseDiagnostics.pendingPromises())
  /// ```
  ///
  /// You can call this method at any time, from any thread. It blocks no other thread for longer than it takes to read
  /// one promise or to copy the list of promises.
  ///
  /// - Returns: The traced promises that are pending. In a test with the trait `.promises`, those of the test.
  /// - Complexity: O(*n* log *n*) in the number of traced promises that are alive.
  public static func pendingPromises() -> PendingSnapshot {
    PendingSnapshot(in: PromiseContext.ofCurrentTest ?? .processWide)
  }
}
