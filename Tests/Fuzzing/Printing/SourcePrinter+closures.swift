extension SourcePrinter {
  /// A call of an operator that takes a handler.
  struct Call {
    let printer: SourcePrinter
    /// The statement that makes the call.
    let number: Int
    let handler: Handler
    let executor: ExecutorKind
    let source: Int?

    init(_ printer: SourcePrinter, _ number: Int, _ handler: Handler, _ executor: ExecutorKind, _ source: Int?) {
      self.printer = printer
      self.number = number
      self.handler = handler
      self.executor = executor
      self.source = source
    }

    // MARK: - Handlers

    /// Returns the source of a closure.
    ///
    /// - Parameters:
    ///   - input: The name of the parameter, or `nil` for none.
    ///   - type: The type of the parameter.
    ///   - effects: `async throws` if the handler suspends.
    ///   - result: The return type.
    ///   - end: The last statement, unless the handler throws.
    private func closure(
      _ input: String?, of type: String = "Int", effects: String = "", _ result: String, _ end: String
    ) -> String {
      let head = "(\(input.map { "\($0): \(type)" } ?? ""))\(effects) -> \(result)"
      var steps = handler.actions.map { printer.text($0, number) }
      if !effects.isEmpty { steps.append("await Task.yield()") }
      if case .error(let code) = handler.result {
        steps.append("throw TestError(code: \(code))")
      } else {
        steps.append(end)
      }
      return "{ \(head) in \(steps.filter { !$0.isEmpty }.joined(separator: "; ")) }"
    }

    private var more: Int { if case .value(let more) = handler.result { more } else { 0 } }

    var value: String { closure("x", "Int", "return x &+ \(more)") }
    var predicate: String { closure("x", "Bool", "return \(more >= 0)") }
    var optional: String { closure("x", "Int?", more < 0 ? "return nil" : "return x &+ \(more)") }
    var observe: String { closure("x", "Void", "return") }
    var promise: String { closure("x", returnedType, returned("x")) }
    /// A closure with two parameters.
    var step: String { closure("x: Int, _", "Promise<Int>", returned("x")) }
    var array: String { closure("x", "[Int]", "return [x &+ \(more)]") }
    var arrays: String {
      closure(
        "x", "Promise<[Int]>",
        returned("x").replacing("return ", with: "return (") + " as Promise<Int>).map(on: nil) { [$0] }")
    }
    var recoverPromise: String { closure("_", of: "any Error", returnedType, returned("0")) }
    var recoverGuarantee: String { closure("_", of: "any Error", "Guarantee<Int>", guaranteed("0")) }
    var observeTestError: String { closure("_", of: "TestError", "Void", "return") }
    var recoverTestErrorWithPromise: String { closure("_", of: "TestError", returnedType, returned("0")) }
    var observeError: String { closure("_", of: "any Error", "Void", "return") }
    var observeResult: String { closure("_", of: "Result<Int, any Error>", "Void", "return") }
    var cleanUp: String { closure(nil, "Void", "return") }
    var cleanUpLater: String {
      closure(
        nil, "Guarantee<Void>", "return \(handler.returned.map { printer.value($0) } ?? "after(seconds: 0)")")
    }
    var work: String { closure(nil, "Int", "return \(more)") }
    var workForPromise: String { closure(nil, "Promise<Int>", returned("0")) }

    var valueLater: String { closure("x", effects: " async throws", "Int", awaited("x")) }
    var predicateLater: String { closure("x", effects: " async throws", "Bool", "return \(more >= 0)") }
    var recoverLater: String { closure("_", of: "any Error", effects: " async throws", "Int", "return \(more)") }
    var workInTask: String { closure(nil, effects: " async throws", "Int", awaited("0")) }

    // MARK: - Handlers of guarantees

    private var isTick: Bool { source.map { printer.program.type(of: $0) == .tick } ?? false }
    private var input: String { isTick ? "_" : "x" }
    private var inputType: String { isTick ? "Void" : "Int" }

    var guaranteedValue: String {
      closure(input, of: inputType, "Int", "return \(isTick ? "0" : "x") &+ \(more)")
    }
    var guaranteedGuarantee: String {
      let isTick = handler.returned.map { printer.program.type(of: $0) == .tick } ?? false
      return closure(
        input, of: inputType, isTick ? "Guarantee<Void>" : "Guarantee<Int>", guaranteed(self.isTick ? "0" : "x"))
    }
    var observeGuaranteed: String { closure(input, of: inputType, "Void", "return") }
    var observeGuaranteedResult: String { closure("_", of: "Result<\(inputType), any Error>", "Void", "return") }

    private func guaranteed(_ input: String) -> String {
      "return \(handler.returned.map { printer.value($0) } ?? "Guarantee.value(\(input) &+ \(more))")"
    }

    // MARK: - What is returned

    private var returnedType: String {
      if case .promise(let other) = handler.result { printer.type(other) } else { "Promise<Int>" }
    }

    private func returned(_ input: String) -> String {
      switch handler.result {
      case .promise(let other): "return \(printer.value(other))"
      case .derived(let other): "return \(printer.value(other)).map(on: nil) { $0 }"
      case .itself: "return \(printer.value(number))"
      case .value, .error: "return Promise.value(\(input) &+ \(more))"
      }
    }

    private func awaited(_ input: String) -> String {
      if case .promise(let other) = handler.result {
        "return try await \(printer.value(other)).get()"
      } else {
        "return \(input) &+ \(more)"
      }
    }

    // MARK: - Arguments

    /// Returns the arguments in parentheses, including those before and after the executor.
    func arguments(first: String? = nil, last: String? = nil) -> String {
      let all = [first, executor.argument, last].compactMap { $0 }.joined(separator: ", ")
      return all.isEmpty ? " " : "(\(all)) "
    }
  }
}

extension ExecutorKind {
  var argument: String? {
    switch self {
    case .inline: "on: nil"
    case .serialA: "on: a"
    case .serialB: "on: b"
    case .concurrent: "on: c"
    case .default, .scoped, .actor, .mainActor: nil
    }
  }

  /// A comment on the isolation of a call, which the printed program does not have.
  var comment: String {
    switch self {
    case .actor: "/* on an actor */ "
    case .mainActor: "/* on the main actor */ "
    case .inline, .serialA, .serialB, .concurrent, .default, .scoped: ""
    }
  }
}
