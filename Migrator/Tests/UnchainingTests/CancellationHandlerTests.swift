import SourceEditing
import Testing

@testable import Unchaining

/// Calls of `cancel()` in a function that returns a promise.
@Suite struct CancellationHandlerTests {
  private static let options = UnchainOptions(isolation: .anywhere, includesFunctionsWithoutChain: true)

  @Test(arguments: [
    "resolver.onCancel { call.cancel() }", "resolver.onCancel({ call.cancel() })",
    "resolver.onCancel {\n      log()\n      if let task { task.cancel() }\n    }",
    "resolver.onCancel { [call] in call.cancel() }", "resolver.onCancel { self.queue.async { call.cancel() } }",
    "resolver.onCancel(on: nil) { call.cancel() }", "resolver.onCancel(call.cancel)",
  ])
  func `a resolver may cancel a call`(handler: String) throws {
    let body = "Promise { resolver in\n    let call = send(x, completion: resolver.resolve)\n    \(handler)\n  }"
    let result = try Unchained("func f(x: Int) -> Promise<Int> {\n  \(body)\n}\n", Self.options)
    #expect(result.remarks == [])
    #expect(result.count == 1)
    #expect(try result.function("async throws").contains("  return try await \(body).get()\n"), "\(result.text)")
  }

  @Test(arguments: [
    "withTaskCancellationHandler(operation: { try await g(x) }, onCancel: { call.cancel() })",
    "withTaskCancellationHandler { try await g(x) } onCancel: { call.cancel() }",
  ])
  func `the handler of a task may cancel a call`(handler: String) throws {
    let chain = "Promise { try await \(handler) }.map { (y: Int) in y }"
    let result = try Unchained("func f(x: Int) -> Promise<Int> { \(chain) }\n")
    #expect(result.remarks == [])
    #expect(result.text.contains(handler))
  }

  @Test(arguments: [
    "call.cancel()", "other.onStart { call.cancel() }", "resolver.onCancel(make { call.cancel() })",
    "let stop = { call.cancel() }\n    resolver.onCancel(stop)", "resolver.onCancel { log() }; call.cancel()",
  ])
  func `another call of cancel is left`(statement: String) throws {
    let source = "func f(x: Int) -> Promise<Int> {\n  Promise { resolver in\n    \(statement)\n  }\n}\n"
    let result = try Unchained(source, Self.options)
    #expect(result.text == source)
    #expect(result.reasons == ["canceled"])
  }
}
