/// Writes a history in the Trace Event format, which Perfetto and Chrome's `about:tracing` open.
///
/// Each promise is an asynchronous slice from its creation to its outcome, and each wait another one. Handlers are slices
/// on their threads. An arrow leads from where a handler was enqueued, or from where the promise was settled for which it
/// waited, to the handler. Retries, cancellations and abandoned promises are marks.
///
/// The format: “Trace Event Format”, Google, https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
struct TraceEvents: ~Copyable {
  private let history: TimelineHistory
  private let process: Int
  private let processName: String
  private var isFirst = true
  private var arrowCount = 0

  init(_ history: TimelineHistory, process: Int, named processName: String) {
    self.history = history
    self.process = process
    self.processName = processName
  }

  /// Writes everything.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises, and O(*n*) in everything else.
  mutating func write(to output: inout TextOutput) {
    output.write(#"{"displayTimeUnit":"ms","otherData":{"startInMillisecondsSince1970":"#)
    output.write(history.startTime)
    output.write(#"},"traceEvents":["#)
    begin("M", history.threads.first ?? 1, &output)
    output.write(#","name":"process_name","args":{"name":"#)
    output.write(literal: processName)
    output.write("}}")
    for thread in history.threads {
      begin("M", thread, &output)
      output.write(#","name":"thread_name","args":{"name":"#)
      output.write(literal: TimelineThread.name(thread))
      output.write("}}")
    }
    for (_, promise) in history.promises.sorted(by: { $0.key < $1.key }) { write(promise, &output) }
    for handler in history.handlers { write(handler, &output) }
    for (number, wait) in history.waits.enumerated() { write(wait, number, &output) }
    for mark in history.marks {
      begin("i", mark.thread, &output, mark.time)
      output.write(#","s":"t","cat":"mark","name":"#)
      output.write(literal: "\(mark.text): \(name(mark.promise))")
      writePromise(mark.promise, &output)
    }
    output.write("\n]}\n")
  }

  private func name(_ promise: Int) -> String { history.promises[promise]?.name ?? "promise \(promise)" }

  private mutating func begin(
    _ phase: StaticString, _ thread: UInt32, _ output: inout TextOutput, _ time: UInt64? = nil
  ) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    output.write(#"{"ph":""#)
    output.write(phase)
    output.write(#"","pid":"#)
    output.write(process)
    output.write(#","tid":"#)
    output.write(thread)
    if let time {
      output.write(#","ts":"#)
      output.write(microseconds: time)
    }
  }

  /// Writes the number of an asynchronous slice. As a local one, it puts the slice into the process. Perfetto would show one
  /// with a global number apart from it.
  private func writeLocalID(_ number: Int, _ output: inout TextOutput) {
    output.write(#","id2":{"local":""#)
    output.write(number)
    output.write(#""}"#)
  }

  private func writePromise(_ number: Int, _ output: inout TextOutput) {
    output.write(#","args":{"promise":"#)
    output.write(number)
    output.write("}}")
  }

  private mutating func write(_ promise: TimelineHistory.Promise, _ output: inout TextOutput) {
    beginAsync("b", promise, promise.created ?? 0, &output)
    output.write(#","args":{"promise":"#)
    output.write(promise.number)
    if let site = promise.site {
      output.write(#","site":"#)
      output.write(literal: "\(site.file):\(site.line)")
    }
    output.write("}}")
    guard let end = promise.settled ?? promise.dropped else { return }
    beginAsync("e", promise, end, &output)
    output.write(#","args":{"outcome":"#)
    output.write(literal: promise.outcomeText)
    output.write("}}")
  }

  private mutating func beginAsync(
    _ phase: StaticString, _ promise: TimelineHistory.Promise, _ time: UInt64, _ output: inout TextOutput
  ) {
    begin(phase, promise.thread, &output, time)
    output.write(#","cat":"promise""#)
    writeLocalID(promise.number, &output)
    output.write(#","name":"#)
    output.write(literal: promise.name)
  }

  private mutating func write(_ handler: TimelineHistory.Handler, _ output: inout TextOutput) {
    begin("X", handler.thread, &output, handler.start)
    output.write(#","dur":"#)
    output.write(microseconds: max(handler.end ?? history.duration, handler.start) - handler.start)
    output.write(#","cat":"handler","name":"#)
    output.write(literal: name(handler.promise))
    output.write(#","args":{"promise":"#)
    output.write(handler.promise)
    output.write(#","on":"#)
    output.write(literal: handler.executor)
    output.write("}}")
    if let enqueued = handler.enqueued {
      writeArrow("enqueues a handler", from: enqueued.time, enqueued.thread, to: handler, &output)
    } else {
      for cause in history.promises[handler.promise]?.causes ?? [] {
        guard let source = history.promises[cause], let time = source.settled, time <= handler.start else { continue }
        writeArrow("settles a promise", from: time, source.thread, to: handler, &output)
      }
    }
  }

  private mutating func writeArrow(
    _ cause: StaticString, from time: UInt64, _ thread: UInt32, to handler: TimelineHistory.Handler,
    _ output: inout TextOutput
  ) {
    // An arrow begins in a slice. Code outside of a handler has none.
    begin("X", thread, &output, time)
    output.write(#","dur":0.001,"cat":"cause","name":""#)
    output.write(cause)
    output.write(#""}"#)
    arrowCount += 1
    for (phase, thread, time) in [("s" as StaticString, thread, time), ("f", handler.thread, handler.start)] {
      begin(phase, thread, &output, time)
      output.write(#","cat":"cause","name":"causes","bp":"e","id":"#)
      output.write(arrowCount)
      output.write("}")
    }
  }

  private mutating func write(_ wait: TimelineHistory.Wait, _ number: Int, _ output: inout TextOutput) {
    for (phase, time) in [("b" as StaticString, wait.start), ("e", wait.end ?? history.duration)] {
      begin(phase, wait.thread, &output, time)
      output.write(#","cat":"wait""#)
      writeLocalID(number, &output)
      output.write(#","name":"#)
      output.write(literal: "waiting for \(name(wait.promise))")
      writePromise(wait.promise, &output)
    }
  }
}

extension TimelineHistory.Promise {
  /// What has become of the promise.
  var outcomeText: String {
    switch outcome {
    case .fulfilled?: "fulfilled"
    case .rejected?: error.map { "rejected: \($0)" } ?? "rejected"
    case .canceled?: "canceled"
    case .abandoned?: "abandoned"
    case nil: dropped == nil ? "pending" : "released while pending"
    }
  }
}

/// The threads of a timeline.
enum TimelineThread {
  static func name(_ thread: UInt32) -> String { thread == 1 ? "main thread" : "thread \(thread)" }
}
