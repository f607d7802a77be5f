extension Program {
  /// The program as Swift source: a `main.swift` for the Swift 5 language mode, in which handlers may capture
  /// variables.
  package var swift: String { SourcePrinter(self).text }
}

/// Prints a program as Swift source.
struct SourcePrinter {
  let program: Program
  /// The values and tasks that need a variable, because the program releases them, refers to them before they exist, or
  /// creates them in a closure.
  private var variables: Set<Int> = []
  /// The values with a resolver that the program releases.
  private var released: Set<Int> = []

  init(_ program: Program) {
    self.program = program
    for batch in program.batches {
      for statement in batch.threads.joined() {
        if batch.threads.count > 1 { variables.insert(statement) }
        note(statement)
      }
    }
  }

  private mutating func note(_ number: Int) {
    switch program.statements[number] {
    case .release(let value): variables.insert(value)
    case .act(.abandon(let source)): released.insert(source)
    default: break
    }
    guard let handler = program.statements[number].handler else { return }
    if handler.needsItself { variables.insert(number) }
    for case .abandon(let source) in handler.actions { released.insert(source) }
  }

  // MARK: - The program

  var text: String {
    var lines: [String] = []
    for batch in program.batches {
      lines += batch.threads.joined().flatMap(declarations)
      if batch.threads.count == 1 {
        lines += batch.threads[0].map(line)
      } else {
        lines.append("DispatchQueue.concurrentPerform(iterations: \(batch.threads.count)) { thread in")
        lines.append("  switch thread {")
        for (number, thread) in batch.threads.enumerated() {
          lines.append(number == batch.threads.count - 1 ? "  default:" : "  case \(number):")
          lines += thread.map { "    " + line($0) }
        }
        lines += ["  }", "}"]
      }
      lines.append("rest()")
    }
    // The program releases everything at the end of this block.
    let block = ["do {"] + lines.map { "  " + $0 } + ["}", "rest()"]
    return (head + block).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    var head = [
      "import Foundation", "import PromiseConcurrency", "", "struct TestError: Error, Equatable { var code: Int }",
      "let a = DispatchQueue(label: \"a\"), b = DispatchQueue(label: \"b\")",
      "let c = DispatchQueue(label: \"c\", attributes: .concurrent)",
      "DispatchQueue.promises = DispatchQueue(label: \"default\")", "let scoped = DispatchQueue(label: \"scoped\")",
      "func rest() { usleep(100_000) }", "",
    ]
    let queues = program.queues
    for queue in QueueKind.allCases where queues.contains(queue) {
      let maxWaiting = queue.maxWaiting.map { ", maxWaiting: \($0)" } ?? ""
      head.append("let \(queue.name) = PromiseQueue(maxConcurrent: \(queue.width)\(maxWaiting))")
    }
    if program.statements.contains(.timer) { head += [Self.timer, ""] }
    if program.statements.contains(.foreign) { head += [Self.foreign, ""] }
    return head
  }

  private static let timer = """
    final class TestTimer: Clock {
      private let stream = AsyncStream<Void>.makeStream()
      func fire() { stream.continuation.finish() }
      func sleep(until: ContinuousClock.Instant, tolerance: Duration?) async throws { for await _ in stream.stream {} }
      var now: ContinuousClock.Instant { .now }
      var minimumResolution: Duration { .zero }
    }
    """

  private static let foreign = """
    final class Foreign: Thenable, @unchecked Sendable {
      private let lock = NSLock()
      private var outcome: Result<Int, any Error>?
      private var callbacks: [@Sendable (Result<Int, any Error>) -> Void]? = []
      var result: Result<Int, any Error>? { lock.withLock { outcome } }
      func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) {
        lock.withLock { callbacks?.append(handler) }
        if let result { handler(result) }
      }
      func settle(_ result: Result<Int, any Error>) { end(result).forEach { $0(result) } }
      func abandon() { _ = end(nil) }
      private func end(_ result: Result<Int, any Error>?) -> [@Sendable (Result<Int, any Error>) -> Void] {
        lock.withLock {
          guard let all = callbacks else { return [] }
          (callbacks, outcome) = (nil, result)
          return all
        }
      }
    }
    """

  /// Returns the declarations before a batch.
  private func declarations(_ number: Int) -> [String] {
    let value = variables.contains(number) ? ["var p\(number): \(type(number))!"] : []
    switch program.statements[number] {
    case .pending, .watched:
      return value + ["var r\(number): Resolver<Int>!"].filter { _ in isVariable(resolver: number) }
    case .pendingGuarantee:
      return value + ["var r\(number): (@Sendable (Int) -> Void)!"].filter { _ in isVariable(resolver: number) }
    case .timer: return value + ["let c\(number) = TestTimer()"]
    case .foreign: return value + ["let r\(number) = Foreign()"]
    case .value, .error, .apply, .combine, .work: return value
    case .wait, .iterate: return variables.contains(number) ? ["var t\(number): Task<Int, any Error>!"] : []
    case .act, .release, .pipe, .followProgress, .setWeight: return []
    }
  }

  private func isVariable(resolver number: Int) -> Bool { released.contains(number) || variables.contains(number) }

  private func line(_ number: Int) -> String {
    let start = variables.contains(number) ? "p\(number) = " : "let p\(number): \(type(number)) = "
    return switch program.statements[number] {
    case .pending, .pendingGuarantee: pending(number)
    case .watched(let handler): pending(number) + "; \(resolver(number)).onCancel { \(actions(handler, number)) }"
    case .timer: start + "after(.seconds(1), clock: c\(number))"
    case .foreign: start + "r\(number)"
    case .value(let value): start + "Promise.value(\(value))"
    case .error(let code): start + "Promise(error: TestError(code: \(code)))"
    case .apply(let name, let source, let executor, let handler):
      start + scoped(number, Call(self, number, handler, executor, source).text(name))
    case .combine(let combinator, let members): start + text(combinator, of: members)
    case .work(let work, let executor, let handler):
      start + scoped(number, Call(self, number, handler, executor, nil).text(work))
    case .wait(let source, let mode):
      (variables.contains(number) ? "" : "let ") + "t\(number) = Task { \(wait(for: source, mode)) }"
    case .iterate(let sources, let order, let stopsAfterFirst):
      (variables.contains(number) ? "" : "let ") + "t\(number) = Task { "
        + iteration(over: sources, order, stopsAfterFirst) + " }"
    case .pipe(let source, let handler): "\(value(source)).pipe { _ in \(actions(handler, number)) }"
    case .followProgress(let source, let executor): followProgress(of: source, executor)
    case .setWeight(let source, let weight): "\(value(source)).progress.weight = \(weight)"
    case .act(let action): scoped(number, text(action, number))
    case .release(let value): "p\(value) = nil"
    }
  }

  /// Returns the source of a call in the scope of a statement.
  private func scoped(_ number: Int, _ call: String) -> String {
    program.isScoped(number) ? "withPromiseQueue(scoped) { \(call) }" : call
  }

  private func pending(_ number: Int) -> String {
    let call = "\(type(number)).pending()"
    guard isVariable(resolver: number) else { return "let (p\(number), r\(number)) = \(call)" }
    let start = variables.contains(number) ? "" : "let p\(number): \(type(number)); "
    return start + "(p\(number), r\(number)) = \(call)"
  }

  private func wait(for source: Int, _ mode: WaitMode) -> String {
    let arguments =
      switch mode {
      case .get: "cancellation: .leave"
      case .forwarding: "cancellation: .forward"
      case .timeout: "timeout: 0"
      case .timeoutSparing: "timeout: 0, losers: .spare"
      }
    let call = mode.hasTimeout ? "get(\(arguments))" : "getResult(\(arguments)).get()"
    let isTick = program.type(of: source) == .tick
    return isTick ? "try await \(value(source)).\(call); return 0" : "try await \(value(source)).\(call)"
  }

  private func iteration(over sources: [Int], _ order: IterationOrder, _ stopsAfterFirst: Bool) -> String {
    let isOneType = program.commonType(of: sources) != nil
    let values = sources.map { isOneType ? value($0) : promise($0) }.joined(separator: ", ")
    let sequence = "[\(values)].\(order == .input ? "inInputOrder" : "inCompletionOrder")"
    return "for try await x in \(sequence) { print(x)\(stopsAfterFirst ? "; break" : "") }; return 0"
  }

  private func followProgress(of source: Int, _ executor: ExecutorKind) -> String {
    let argument = executor.argument.map { "(\($0))" } ?? ""
    return "\(value(source)).onProgress\(argument) { print($0.fractionCompleted) }"
  }

  // MARK: - Names

  func type(_ number: Int) -> String {
    switch program.type(of: number) {
    case .promise: "Promise<Int>"
    case .guarantee: "Guarantee<Int>"
    case .tick: "Guarantee<Void>"
    case .foreign: "Foreign"
    }
  }

  func value(_ number: Int) -> String { variables.contains(number) ? "p\(number)!" : "p\(number)" }

  /// Returns the source of a promise of a value.
  func promise(_ number: Int) -> String {
    switch program.type(of: number) {
    case .promise: value(number)
    case .guarantee, .foreign: "Promise(\(value(number)))"
    case .tick: "Promise(\(value(number))).map(on: nil) { 0 }"
    }
  }

  private func resolver(_ number: Int) -> String { isVariable(resolver: number) ? "r\(number)?" : "r\(number)" }

  // MARK: - Actions

  private func actions(_ handler: Handler, _ number: Int) -> String {
    handler.actions.map { text($0, number) }.joined(separator: "; ")
  }

  /// Returns the source of an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - number: The statement that has the handler performing the action.
  func text(_ action: Action, _ number: Int) -> String {
    switch action {
    case .fulfill(let source, let value):
      switch program.type(of: source) {
      case .guarantee: "\(resolver(source))(\(value))"
      case .foreign: "r\(source).settle(.success(\(value)))"
      case .promise, .tick: "\(resolver(source)).fulfill(\(value))"
      }
    case .reject(let source, let code):
      program.type(of: source) == .foreign
        ? "r\(source).settle(.failure(TestError(code: \(code))))"
        : "\(resolver(source)).reject(TestError(code: \(code)))"
    case .report(let source, let tenths): "\(resolver(source)).progress.report(\(tenths), of: 10)"
    case .abandon(let source): program.type(of: source) == .foreign ? "r\(source).abandon()" : "r\(source) = nil"
    case .fire(let timer): "c\(timer).fire()"
    case .cancel(let other): "\(value(other)).cancel()"
    case .cancelTask(let task): variables.contains(task) ? "t\(task)?.cancel()" : "t\(task).cancel()"
    case .cancelOwn: "\(value(number)).cancel()"
    case .attach(let other): "_ = \(value(other)).map(on: nil) { $0 }"
    case .cancelAll(let queue): "\(queue.name).cancelAll()"
    }
  }
}

extension QueueKind {
  /// The name of the variable.
  var name: String {
    switch self {
    case .ofOne: "queueOf1"
    case .ofTwo: "queueOf2"
    case .short: "shortQueue"
    case .withoutRoom: "queueWithoutRoom"
    }
  }
}
