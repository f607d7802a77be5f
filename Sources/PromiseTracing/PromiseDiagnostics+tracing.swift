import CPromiseCore
import CPromiseTracing
public import PromiseCore

extension PromiseDiagnostics {
  /// What is recorded about each promise.
  public enum TracingLevel: Int, Sendable, Comparable {
    /// Nothing. A promise costs nothing then.
    case off
    /// Where it was created and what settles it: enough to tell what hangs, and cheap enough for a service in production.
    case sites
    /// The same, and the functions that have created it, by name.
    case callStacks

    /// Returns whether a level records less than another one.
    public static func < (a: TracingLevel, b: TracingLevel) -> Bool { a.rawValue < b.rawValue }
  }

  /// What is recorded about promises when they are created, so that ``pendingPromises()`` can return them.
  ///
  /// The default is `off`. With `PROMISES_TRACE=1` in the environment of the process, it is `callStacks` from the start, and
  /// with `PROMISES_TRACE=sites`, it is `sites`. A process that loads `PromiseTesting` records its promises in any case,
  /// but not the functions that create them.
  ///
  /// Promises that were created before tracing began are not part of a snapshot. Setting the property to `off` stops
  /// the recording of new promises. This property may be set at any time, from any thread.
  public static var tracingLevel: TracingLevel {
    get { TracingLevel(rawValue: Int(promise_tracing_level())) ?? .off }
    set {
      if newValue != .off { enableTracing() }
      promise_tracing_set_level(Int32(newValue.rawValue))
    }
  }

  /// Whether ``tracingLevel`` is not `off`. Setting the property to `true` sets the level to `callStacks`.
  public static var isTracing: Bool {
    get { tracingLevel != .off }
    set { tracingLevel = newValue ? .callStacks : .off }
  }

  /// Turns on tracing, unless the program has chosen a level.
  static func traceIfOff() { if !isTracing { isTracing = true } }

  /// Lets promises belong to contexts, whose recorder is that of this module.
  static func enableTracing() {
    // The loader has done this, unless a static linker has left it out.
    promise_core_set_recorder_factory { makeRecorder() }
    // The promises of a program without instruments belong to no context until now.
    PromiseContext.isInstrumented = true
  }

  /// Writes a text to standard error.
  static func writeError(_ text: String) {
    var text = text
    text.withUTF8 { promise_core_write_error($0.baseAddress, $0.count) }
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
