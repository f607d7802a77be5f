extension Program {
  /// The program as one would write it in Swift: a `main.swift` in the Swift 5 language mode, in which handlers may
  /// capture variables.
  package var swift: String { Writer(self).text }
}

/// Writes a program in Swift.
struct Writer {
  let program: Program
  /// Promises and tasks that are variables: the program lets go of them, refers to them before they are there, or makes
  /// them in a closure.
  private var variables: Set<Int> = []
  /// Those whose resolver the program lets go of.
  private var lost: Set<Int> = []

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
    case .release(let promise): variables.insert(promise)
    case .act(.abandon(let source)): lost.insert(source)
    case .apply(_, _, _, let handler), .work(_, _, let handler), .watched(let handler):
      if handler.needsItself { variables.insert(number) }
      for case .abandon(let source) in handler.acts { lost.insert(source) }
    default: break
    }
  }

  // MARK: The whole

  var text: String {
    var lines: [String] = []
    for batch in program.batches {
      lines += batch.threads.joined().flatMap(declaration)
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
    // In a block, at whose end the program lets go of everything.
    let block = ["do {"] + lines.map { "  " + $0 } + ["}", "rest()"]
    return (Self.head + block).joined(separator: "\n") + "\n"
  }

  private static let head = [
    "import Foundation", "import PromiseConcurrency", "", "struct TestError: Error, Equatable { var code: Int }",
    "let a = DispatchQueue(label: \"a\"), b = DispatchQueue(label: \"b\")",
    "let c = DispatchQueue(label: \"c\", attributes: .concurrent)",
    "DispatchQueue.promises = DispatchQueue(label: \"written\")", "func rest() { usleep(100_000) }", "",
  ]

  /// What is declared before a batch is done.
  private func declaration(_ number: Int) -> [String] {
    let promise = variables.contains(number) ? ["var p\(number): Promise<Int>!"] : []
    switch program.statements[number] {
    case .pending, .watched:
      return promise + ["var r\(number): Resolver<Int>!"].filter { _ in isVariable(resolver: number) }
    case .value, .error, .apply, .join, .work: return promise
    case .wait: return variables.contains(number) ? ["var t\(number): Task<Int, any Error>!"] : []
    case .act, .release: return []
    }
  }

  private func isVariable(resolver number: Int) -> Bool { lost.contains(number) || variables.contains(number) }

  private func line(_ number: Int) -> String {
    let start = variables.contains(number) ? "p\(number) = " : "let p\(number): Promise<Int> = "
    return switch program.statements[number] {
    case .pending: pending(number)
    case .watched(let handler): pending(number) + "; \(resolver(number)).onCancel { \(acts(handler, number)) }"
    case .value(let value): start + "Promise.value(\(value))"
    case .error(let code): start + "Promise(error: TestError(code: \(code)))"
    case .apply(let name, let source, let place, let handler):
      start + Call(self, number, handler, place).text(name, of: promise(source))
    case .join(let join, let members): start + text(join, of: members.map(promise))
    case .work(let work, let place, let handler): start + Call(self, number, handler, place).text(work)
    case .wait(let source, let waiting):
      (variables.contains(number) ? "" : "let ")
        + "t\(number) = Task { try await \(promise(source)).get(\(waiting.argument)) }"
    case .act(let act): text(act, number)
    case .release(let promise): "p\(promise) = nil"
    }
  }

  private func pending(_ number: Int) -> String {
    guard isVariable(resolver: number) else { return "let (p\(number), r\(number)) = Promise<Int>.pending()" }
    let start = variables.contains(number) ? "" : "let p\(number): Promise<Int>; "
    return start + "(p\(number), r\(number)) = Promise<Int>.pending()"
  }

  // MARK: Names

  func promise(_ number: Int) -> String { variables.contains(number) ? "p\(number)!" : "p\(number)" }

  private func resolver(_ number: Int) -> String { isVariable(resolver: number) ? "r\(number)?" : "r\(number)" }

  // MARK: What is done to others

  private func acts(_ handler: Handler, _ number: Int) -> String {
    handler.acts.map { text($0, number) }.joined(separator: "; ")
  }

  /// - Parameter number: Of the promise whose handler does it.
  func text(_ act: Act, _ number: Int) -> String {
    switch act {
    case .fulfill(let source, let value): "\(resolver(source)).fulfill(\(value))"
    case .reject(let source, let code): "\(resolver(source)).reject(TestError(code: \(code)))"
    case .abandon(let source): "r\(source) = nil"
    case .cancel(let other): "\(promise(other)).cancel()"
    case .cancelTask(let task): variables.contains(task) ? "t\(task)?.cancel()" : "t\(task).cancel()"
    case .cancelOwn: "\(promise(number)).cancel()"
    case .attach(let other): "_ = \(promise(other)).map(on: nil) { $0 }"
    }
  }
}

extension Waiting {
  fileprivate var argument: String {
    switch self {
    case .leaves: ""
    case .forwards: "onCancel: .forward"
    case .timesOut: "timeout: 0"
    }
  }
}
