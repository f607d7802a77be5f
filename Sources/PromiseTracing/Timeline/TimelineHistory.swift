import PromiseCore

/// What a timeline shows: the events, put together.
///
/// Times are nanoseconds since the first event.
struct TimelineHistory {
  struct Promise {
    /// The number, as in a snapshot of what is pending.
    let number: Int
    var site: PromiseSite?
    /// `nil` if the event has been replaced by a newer one.
    var created: UInt64?
    var settled: UInt64?
    var outcome: TimelineEvent.Outcome?
    var error: String?
    /// The thread that has settled the promise.
    var thread: UInt32 = 0
    /// The numbers of the promises that it was waiting for when it settled.
    var causes: [Int] = []
    /// The time at which the promise was deallocated without an outcome.
    var dropped: UInt64?

    /// What the promise does, as in code, such as `map`.
    var operation: String { site?.operation(of: "Promise") ?? PromiseSite.unknownOperation }
    /// The operation and its place, such as `map Login.swift:12`.
    var name: String { site.map { "\(operation) \($0.fileName):\($0.line)" } ?? "promise \(number)" }
  }

  /// A handler that has run, or is running at the end.
  struct Handler {
    let promise: Int
    let thread: UInt32
    let start: UInt64
    var end: UInt64?
    /// The time and the thread at which it was enqueued, if it was.
    let enqueued: (time: UInt64, thread: UInt32)?
    let executor: String
  }

  /// A task or a thread that has waited for a promise.
  struct Wait {
    let promise: Int
    let thread: UInt32
    let start: UInt64
    var end: UInt64?
  }

  /// Something that happens at one moment.
  struct Mark {
    let promise: Int
    let thread: UInt32
    let time: UInt64
    let text: String
  }

  /// The promises by number.
  private(set) var promises: [Int: Promise] = [:]
  private(set) var handlers: [Handler] = []
  private(set) var waits: [Wait] = []
  private(set) var marks: [Mark] = []
  /// The threads, in the order in which they appear.
  private(set) var threads: [UInt32] = []
  /// The time from the first event to the last one or, if something has not ended, to the end.
  private(set) var duration: UInt64 = 0
  /// The time of day of the first event, in milliseconds since the beginning of 1970, or 0 if it is not known.
  private(set) var startTime: Int64 = 0

  /// Puts the events of a timeline together.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - labels: The labels of the queues in them.
  ///   - end: The present time, in nanoseconds of Dispatch's clock.
  ///   - timeOfDay: The present time of day, in milliseconds since the beginning of 1970, or 0 if it is not known.
  /// - Complexity: O(*n*) in the number of events.
  init(_ events: EventRing, labels: [String], end: UInt64, timeOfDay: Int64 = 0) {
    var builder = Builder(labels: labels)
    events.forEach { builder.add($0, to: &self) }
    builder.finish(&self)
    guard let start = builder.start else { return }
    if isUnfinished { duration = max(duration, end - min(start, end)) }
    if timeOfDay > 0 { startTime = max(timeOfDay - Int64((end - min(start, end)) / 1_000_000), 0) }
  }

  /// Whether a promise is pending, a handler runs, or something waits.
  private var isUnfinished: Bool {
    promises.values.contains { $0.settled == nil && $0.dropped == nil } || handlers.contains { $0.end == nil }
      || waits.contains { $0.end == nil }
  }

  /// What is known while the events are read.
  private struct Builder {
    let labels: [String]
    var start: UInt64?
    var sites: [CreationSite: PromiseSite] = [:]
    var enqueued: [Int: (time: UInt64, thread: UInt32)] = [:]
    /// The positions of the handlers that run on each thread, the innermost last.
    var running: [UInt32: [Int]] = [:]
    /// The positions of the waits for each promise that have not ended.
    var waiting: [Int: [Int]] = [:]
    var knownThreads: Set<UInt32> = []

    init(labels: [String]) { self.labels = labels }

    mutating func add(_ event: TimelineEvent, to history: inout TimelineHistory) {
      if start == nil { start = event.time }
      let time = event.time - min(start!, event.time)
      history.duration = max(history.duration, time)
      if knownThreads.insert(event.thread).inserted { history.threads.append(event.thread) }
      let number = event.promise + 1
      func mark(_ text: String) {
        history.marks.append(Mark(promise: number, thread: event.thread, time: time, text: text))
      }
      switch event.content {
      case .created(let site, let outcome):
        let site = self.site(site)
        history.change(number) { promise in
          promise.site = site
          promise.created = time
          promise.thread = event.thread
          if let outcome { (promise.settled, promise.outcome) = (time, outcome) }
        }
      case .settled(let site, let outcome, let error):
        let site = self.site(site)
        history.change(number) { promise in
          promise.site = site
          promise.settled = time
          promise.outcome = outcome
          promise.error = error?.name
          promise.thread = event.thread
        }
        switch outcome {
        case .fulfilled, .rejected: break
        case .canceled: mark("canceled")
        case .abandoned: mark("abandoned")
        }
      case .awaited(let cause): history.change(number) { $0.causes.append(cause + 1) }
      case .deallocated:
        history.change(number) { if $0.settled == nil { $0.dropped = time } }
      case .handlerEnqueued: enqueued[number] = (time, event.thread)
      case .handlerStarted(let executor):
        running[event.thread, default: []].append(history.handlers.count)
        history.handlers.append(
          Handler(
            promise: number, thread: event.thread, start: time, enqueued: enqueued.removeValue(forKey: number),
            executor: name(of: executor)))
      case .handlerReturned:
        // The event of the start may have been replaced. Handlers on one thread end in the opposite order.
        guard let last = running[event.thread]?.last, history.handlers[last].promise == number else { break }
        running[event.thread]?.removeLast()
        history.handlers[last].end = time
      case .attempt(let attempt, let isRunning): mark("attempt \(attempt) \(isRunning ? "begins" : "will follow")")
      case .waitBegan:
        waiting[number, default: []].append(history.waits.count)
        history.waits.append(Wait(promise: number, thread: event.thread, start: time))
      case .waitEnded:
        if let index = waiting[number]?.popLast() { history.waits[index].end = time }
      case .contradicted: mark("contradictory outcome")
      }
    }

    /// Promises of which only the end of their life is known are of no interest.
    func finish(_ history: inout TimelineHistory) {
      history.promises = history.promises.filter { $0.value.created != nil || $0.value.settled != nil }
    }

    private mutating func site(_ site: CreationSite) -> PromiseSite {
      if let known = sites[site] { return known }
      let new = PromiseSite(file: site.file, line: site.line, function: site.function)
      sites[site] = new
      return new
    }

    private func name(of executor: TimelineEvent.Executor) -> String {
      switch executor {
      case .main: "the main queue"
      case .inline: "inline"
      case .queue(let position): labels[position].isEmpty ? "a queue without a label" : labels[position]
      case .actor(let type): "the actor \(type.name)"
      }
    }
  }

  private mutating func change(_ number: Int, _ body: (inout Promise) -> Void) {
    body(&promises[number, default: Promise(number: number)])
  }
}

extension PromiseSite {
  /// The name of the file, without the module.
  var fileName: Substring { file.split(separator: "/").last ?? "" }
}
