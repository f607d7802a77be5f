extension Writer {
  /// A call of an operator with a handler.
  struct Call {
    let writer: Writer
    /// The promise that it makes.
    let number: Int
    let handler: Handler
    let place: Place

    init(_ writer: Writer, _ number: Int, _ handler: Handler, _ place: Place) {
      self.writer = writer
      self.number = number
      self.handler = handler
      self.place = place
    }

    // MARK: The handler, in each of the forms that the `Caller` has

    /// - Parameters:
    ///   - input: What the parameter is called; without one, there is no parameter.
    ///   - type: Of the parameter.
    ///   - result: What is returned.
    ///   - end: How it ends if nothing is thrown.
    private func closure(
      _ input: String?, of type: String = "Int", effects: String = "", _ result: String, _ end: String
    ) -> String {
      let head = "(\(input.map { "\($0): \(type)" } ?? ""))\(effects) -> \(result)"
      var steps = handler.acts.map { writer.text($0, number) }
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
    var says: String { closure("x", "Bool", "return \(more >= 0)") }
    var maybe: String { closure("x", "Int?", more < 0 ? "return nil" : "return x &+ \(more)") }
    var looks: String { closure("x", "Void", "return") }
    var promise: String { closure("x", "Promise<Int>", returned("x")) }
    /// Of two parameters.
    var step: String { closure("x: Int, _", "Promise<Int>", returned("x")) }
    var array: String { closure("x", "[Int]", "return [x &+ \(more)]") }
    var arrays: String {
      closure(
        "x", "Promise<[Int]>",
        returned("x").replacing("return ", with: "return (") + " as Promise<Int>).map(on: nil) { [$0] }")
    }
    var recovered: String { closure("_", of: "any Error", "Int", "return \(more)") }
    var recoveredPromise: String { closure("_", of: "any Error", "Promise<Int>", returned("0")) }
    var witnessOfTestError: String { closure("_", of: "TestError", "Void", "return") }
    var recoveredTestError: String { closure("_", of: "TestError", "Int", "return \(more)") }
    /// That one which cannot be rejected.
    var guarantee: String { closure("x", "Guarantee<Int>", "return Guarantee.value(x &+ \(more))") }
    var witnessOfError: String { closure("_", of: "any Error", "Void", "return") }
    var witnessOfResult: String { closure("_", of: "Result<Int, any Error>", "Void", "return") }
    var ends: String { closure(nil, "Void", "return") }
    var endsLater: String { closure(nil, "Guarantee<Void>", "return after(seconds: 0)") }
    var work: String { closure(nil, "Int", "return \(more)") }
    var workForPromise: String { closure(nil, "Promise<Int>", returned("0")) }

    var waits: String { closure("x", effects: " async throws", "Int", awaited("x")) }
    var waitsForPromise: String { closure("x", effects: " async throws", "Promise<Int>", returned("x")) }
    var saysLater: String { closure("x", effects: " async throws", "Bool", "return \(more >= 0)") }
    var recoversLater: String { closure("_", of: "any Error", effects: " async throws", "Int", "return \(more)") }
    var workInTask: String { closure(nil, effects: " async throws", "Int", awaited("0")) }

    private func returned(_ input: String) -> String {
      switch handler.result {
      case .promise(let other): "return \(writer.promise(other))"
      case .derived(let other): "return \(writer.promise(other)).map(on: nil) { $0 }"
      case .itself: "return \(writer.promise(number))"
      case .value, .error: "return Promise.value(\(input) &+ \(more))"
      }
    }

    private func awaited(_ input: String) -> String {
      if case .promise(let other) = handler.result {
        "return try await \(writer.promise(other)).get()"
      } else {
        "return \(input) &+ \(more)"
      }
    }

    // MARK: The place

    /// The arguments in parentheses, with those that come before or behind where the handler runs.
    func arguments(first: String? = nil, last: String? = nil) -> String {
      let all = [first, place.argument, last].compactMap { $0 }.joined(separator: ", ")
      return all.isEmpty ? " " : "(\(all)) "
    }
  }
}

extension Place {
  fileprivate var argument: String? {
    switch self {
    case .inline: "on: nil"
    case .serialA: "on: a"
    case .serialB: "on: b"
    case .concurrent: "on: c"
    case .written, .actor: nil
    }
  }
}
