import CPromiseTracing
import Dispatch
public import PromiseCore

extension PromiseDiagnostics {
  /// The timeline that records the promises of this process, or `nil`.
  ///
  /// The default is `nil`. In a process whose environment contains `PROMISES_TRACE=timeline.json`, or another path that
  /// ends in `.json` or `.html`, there is one from the start, which is written to that file when the process exits. (A
  /// process that a signal ends, or that creates no promise, writes nothing.)
  ///
  /// Only promises that are created while there is a timeline are recorded. This property may be set at any time, from any
  /// thread. Setting it does not change ``tracingLevel``.
  public static var timeline: PromiseTimeline? {
    get { currentTimeline.withLock { $0 } }
    set {
      if newValue != nil { enableTracing() }
      let old = currentTimeline.withLock { current in
        defer { current = newValue }
        promise_tracing_set_has_timeline(newValue != nil)
        return current
      }
      withExtendedLifetime(old) {}
    }
  }

  private static let currentTimeline = Lock<PromiseTimeline?>(timelineOfEnvironment())

  /// Creates the timeline for which the environment asks.
  private static func timelineOfEnvironment() -> PromiseTimeline? {
    guard promise_tracing_timeline_path() != nil else { return nil }
    promise_tracing_at_exit {
      guard let path = promise_tracing_timeline_path().map({ String(cString: $0) }) else { return }
      do { try PromiseDiagnostics.timeline?.write(to: path) } catch { PromiseDiagnostics.writeError("\(error)\n") }
    }
    return PromiseTimeline()
  }
}

extension PromiseTimeline {
  /// Writes the timeline to a file, which is replaced if it exists.
  ///
  /// A file whose name ends in `.html` is a page that shows the timeline without other files: open it in a browser. It
  /// also shows what is pending now. Any other file is in the Trace Event format, which [Perfetto](https://ui.perfetto.dev)
  /// and `about:tracing` of Chrome open. Recording goes on meanwhile.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``PromiseTimelineError`` if the file cannot be written.
  /// - Complexity: O(*n* log *n*) in the number of events.
  public func write(to path: String) throws(PromiseTimelineError) {
    guard var output = TextOutput(path: path) else { throw PromiseTimelineError(path) }
    if path.lowercased().hasSuffix(".html") { writePage(to: &output) } else { writeTraceEvents(to: &output) }
    if !output.close() { throw PromiseTimelineError(path) }
  }

  /// The timeline in the Trace Event format: JSON in UTF-8.
  ///
  /// - Complexity: O(*n* log *n*) in the number of events.
  public var traceEvents: [UInt8] {
    var output = TextOutput()
    writeTraceEvents(to: &output)
    return output.bytes
  }

  /// The timeline as a page of HTML in UTF-8, with what is pending now.
  ///
  /// - Complexity: O(*n* log *n*) in the number of events.
  public var page: [UInt8] {
    var output = TextOutput()
    writePage(to: &output)
    return output.bytes
  }

  private var history: TimelineHistory {
    let (events, labels) = contents
    let end = DispatchTime.now().uptimeNanoseconds
    return TimelineHistory(events, labels: labels, end: end, timeOfDay: promise_tracing_milliseconds_since_1970())
  }

  private func writeTraceEvents(to output: inout TextOutput) {
    var events = TraceEvents(history, process: Int(promise_tracing_process()), named: Self.processName)
    events.write(to: &output)
  }

  /// The name of the program, or an empty string if it is not known.
  private static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private func writePage(to output: inout TextOutput) {
    TimelinePage(history, droppedCount: droppedCount, PromiseDiagnostics.pendingPromises()).write(to: &output)
  }
}

/// A timeline could not be written to a file.
public struct PromiseTimelineError: Error, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// What the system says.
  public let reason: String

  init(_ path: String) {
    self.path = path
    reason = String(cString: promise_tracing_last_error())
  }

  /// A description of the error.
  public var description: String { "The timeline cannot be written to \(path): \(reason)." }
}
