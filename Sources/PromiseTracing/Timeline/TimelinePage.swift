/// Writes a history as a page of HTML that needs no other file.
///
/// The page consists of a template and one object of JSON, which `TimelinePage.script` draws.
struct TimelinePage {
  private let history: TimelineHistory
  private let droppedCount: Int
  private let pending: PendingSnapshot

  init(_ history: TimelineHistory, droppedCount: Int, _ pending: PendingSnapshot) {
    self.history = history
    self.droppedCount = droppedCount
    self.pending = pending
  }

  /// Writes everything.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises, and O(*n*) in everything else.
  func write(to output: inout TextOutput) {
    output.write(Self.head)
    output.write(#"{"duration":"#)
    output.write(history.duration)
    output.write(#","start":"#)
    output.write(history.startTime)
    output.write(#","dropped":"#)
    output.write(droppedCount)
    writeList("threads", history.threads, &output) { $1.write(literal: TimelineThread.name($0)) }
    let threads = Dictionary(uniqueKeysWithValues: history.threads.enumerated().map { ($1, $0) })
    var sites = Names(), executors = Names()
    writeList("promises", history.promises.values.sorted { $0.number < $1.number }, &output) { promise, output in
      write(
        [
          promise.number, sites.position(of: promise.name), promise.created.json, promise.settled.json,
          Int(promise.outcome?.rawValue ?? 4), threads[promise.thread] ?? 0, promise.dropped.json,
        ], &output)
      output.write(",")
      write(promise.causes, &output)
      output.write(",")
      output.write(literal: promise.error ?? "")
    }
    writeList("handlers", history.handlers, &output) { handler, output in
      write(
        [
          handler.promise, threads[handler.thread] ?? 0, Int(handler.start), handler.end.json,
          executors.position(of: handler.executor), (handler.enqueued?.time).json,
          threads[handler.enqueued?.thread ?? 0] ?? 0,
        ], &output)
    }
    writeList("waits", history.waits, &output) { wait, output in
      write([wait.promise, threads[wait.thread] ?? 0, Int(wait.start), wait.end.json], &output)
    }
    writeList("marks", history.marks, &output) { mark, output in
      write([mark.promise, threads[mark.thread] ?? 0, Int(mark.time)], &output)
      output.write(",")
      output.write(literal: mark.text)
    }
    writeList("sites", sites.names, &output) { $1.write(literal: $0) }
    writeList("executors", executors.names, &output) { $1.write(literal: $0) }
    writePending(to: &output)
    output.write("}\n")
    output.write(Self.script)
  }

  /// Writes what is pending now, with what waits for what.
  private func writePending(to output: inout TextOutput) {
    writeList("pending", pending.promises, &output) { promise, output in
      write([promise.number], &output)
      output.write(",")
      output.write(literal: "\(promise.operation) \(promise.file):\(promise.line)")
      output.write(",")
      let others = promise.dependencies.compactMap { if case .promise(let number) = $0 { number } else { nil } }
      write(others, &output)
    }
    output.write(#","text":"#)
    output.write(literal: pending.promises.isEmpty ? "" : "\(pending)")
  }

  /// Writes a property whose value is a list of lists.
  private func writeList<Element>(
    _ name: StaticString, _ elements: some Collection<Element>, _ output: inout TextOutput,
    _ write: (Element, inout TextOutput) -> Void
  ) {
    output.write(",\n\"")
    output.write(name)
    output.write("\":[")
    for (index, element) in elements.enumerated() {
      output.write(index == 0 ? "[" : ",[")
      write(element, &output)
      output.write("]")
    }
    output.write("]")
  }

  private func write(_ numbers: [Int], _ output: inout TextOutput) {
    output.write("[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { output.write(",") }
      output.write(number)
    }
    output.write("]")
  }

  /// Texts, each of which is written once.
  private struct Names {
    private(set) var names: [String] = []
    private var positions: [String: Int] = [:]

    mutating func position(of name: String) -> Int {
      if let known = positions[name] { return known }
      positions[name] = names.count
      names.append(name)
      return names.count - 1
    }
  }
}

extension UInt64? {
  /// The number, or -1 for none.
  fileprivate var json: Int { map { Int($0) } ?? -1 }
}
