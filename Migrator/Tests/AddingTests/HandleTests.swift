import Adding
import Testing

/// What becomes of the value that a function with a handler returns.
@Suite struct HandleTests {
  private func twin(returning type: String, body: String = "{}", others: [String] = []) throws -> Addition {
    try Addition(.promise, "func f(completion: @escaping (Int) -> Void) -> \(type) \(body)", others: others)
  }

  @Test(arguments: ["URLSessionTask", "any Cancellable", "AnyCancellable", "Task<Void, Never>", "Progress"])
  func `a handle is canceled with the promise`(_ type: String) throws {
    let addition = try twin(returning: type, body: "{ g().resume() }")
    #expect(
      addition.text.contains(
        "    let task = f { @Sendable in resolver.fulfill($0) }\n        resolver.onCancel { task.cancel() }"))
  }

  @Test func `an optional handle is canceled if there is one`() throws {
    #expect(try twin(returning: "DispatchWorkItem?").text.contains("task?.cancel()"))
  }

  @Test func `a type of the project that can be canceled is known`() throws {
    let declaration = "protocol Stoppable { func cancel() }\nclass Job: Stoppable {}"
    #expect(try twin(returning: "Job", others: [declaration]).text.contains("task.cancel()"))
    #expect(try twin(returning: "Job").reasons == ["returned-value"])
  }

  @Test func `a task that is not started is left`() throws {
    #expect(try twin(returning: "URLSessionDataTask", body: "{ make() }").reasons == ["not-started"])
    let requirement = "protocol P {\n  func dataTask(completion: @escaping (Int) -> Void) -> DataTask\n}"
    #expect(try Addition(.promise, requirement).reasons == ["not-started"])
  }

  @Test func `a value that callers may ignore is discarded`() throws {
    let text = "@discardableResult\nfunc f(completion: @escaping (Int) -> Void) -> Bool { true }"
    #expect(
      try twins(.promise, text) == "func f() -> Promise<Int> {\n    wrap { handler in _ = f(completion: handler) }\n}")
  }
}
