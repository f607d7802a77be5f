import SourceEditing
import Testing

@testable import Unchaining

@Suite struct IsolationTests {
  /// Returns the line of the async function.
  private func declaration(_ source: String, _ options: UnchainOptions = UnchainOptions()) throws -> String {
    let result = try Unchained(source, options)
    let line = result.text.split(separator: "\n").first { $0.contains("async") }
    return try #require(line, "\(result.remarks)").trimmingPrefix { $0 == " " }.description
  }

  @Test func `a handler that calls something stays on the main actor`() throws {
    #expect(
      try declaration("func f() -> Promise<Int> { load().map { parse($0) } }")
        == "@MainActor func f() async throws -> Int {")
  }

  @Test(arguments: ["", "(on: .main)"])
  func `a function is called on the main thread, so it stays there`(_ queue: String) throws {
    #expect(
      try declaration("func f() -> Promise<Int> { load().map\(queue) { $0.count } }")
        == "@MainActor func f() async throws -> Int {")
  }

  private static let load = "Promise { r in SDK.load($0) { v, e in r.resolve(v, e) } }"

  @Test(arguments: [
    "func f() -> Promise<Int> { load().then { \(load) } }",
    "func f() -> Promise<Int> { firstly { \(load.replacing("$0", with: "1")) }.map { (n: Int) in parse(n) } }",
    "@MainActor func f() -> Promise<Int> { load().then(on: .main) { \(load) } }",
  ])
  func `a function is left if a callback in it would become isolated, and could trap`(source: String) throws {
    let result = try Unchained(source, UnchainOptions())
    #expect(result.reasons == ["isolated-callback"], "\(result.text)")
    #expect(result.remarks.first?.message.contains("if SDK.load calls it") == true)
  }

  @Test(arguments: [
    // Nothing becomes isolated.
    "func f() -> Promise<Int> { load().then { wrap { handler in SDK.load(1, completion: handler) } } }",
    "func f() -> Promise<Int> { load().then { Promise { r in SDK.load($0) { @Sendable v, e in r.resolve(v, e) } } } }",
    "func f() -> Promise<Int> { load().then(on: .global()) { \(load) } }",
    "actor A { func f() -> Promise<Int> { load().then { \(load) } } }",
    // The closure is isolated before and after.
    "@MainActor func f() -> Promise<Int> { load().then { \(load) } }",
    "class A: UIView { func f() -> Promise<Int> { load().then { \(load) } } }",
  ])
  func `callbacks whose isolation stays the same do not matter`(source: String) throws {
    let result = try Unchained(source, UnchainOptions())
    #expect(result.count == 1 && result.reasons == [], "\(result.remarks)")
  }

  @Test func `attributes stay on lines of their own`() throws {
    let result = try Unchained(
      "@discardableResult\nfunc f() -> Promise<Int> { load().map { $0.count } }", UnchainOptions())
    #expect(result.text.contains("\n@MainActor\n@discardableResult\nfunc f() async throws -> Int {"))
  }

  @Test func `a function without a value has no discardable result`() throws {
    let result = try Unchained(
      "@discardableResult func f() -> Promise<Void> { load().done { show($0) } }", UnchainOptions())
    #expect(result.text.contains("\n@MainActor func f() async throws {"))
    #expect(result.text.contains("\n@discardableResult func f() -> Promise<Void> {"))
  }

  @Test func `with another default queue, no isolation is added`() throws {
    let options = UnchainOptions(isolation: .anywhere)
    #expect(
      try declaration("func f() -> Promise<Int> { load().map { parse($0) } }", options)
        == "func f() async throws -> Int {")
  }

  @Test(arguments: [
    "@MainActor final class C", "final class C: UIViewController", "actor C", "@MainActor struct C",
    "@MainActor enum C",
  ]) func `an isolated type needs no attribute`(_ type: String) throws {
    #expect(
      try declaration("\(type) {\n  func f() -> Promise<Int> { load().map { parse($0) } }\n}")
        == "func f() async throws -> Int {")
  }

  @Test func `an extension of an isolated type is isolated`() throws {
    #expect(
      try declaration("actor C {}\nextension C {\n  func f() -> Promise<Int> { load().map { parse($0) } }\n}")
        == "func f() async throws -> Int {")
  }

  @Test func `a nonisolated member of an isolated type is not isolated`() throws {
    #expect(
      try declaration("@MainActor class C {\n  nonisolated func f() -> Promise<Int> { load().map { parse($0) } }\n}")
        == "@MainActor func f() async throws -> Int {")
  }

  @Test(arguments: ["on: .global()", "on: nil", "on: DispatchQueue.global(qos: .utility)"])
  func `a handler on no particular queue needs no isolation`(_ queue: String) throws {
    #expect(
      try declaration("func f() -> Promise<Int> { load().map(\(queue)) { parse($0) } }")
        == "func f() async throws -> Int {")
  }

  @Test(arguments: [
    ("func f() -> Promise<Int> { load().map(on: queue) { parse($0) } }", "queue"),
    ("func f() -> Promise<Int> { load().map(on: .main) { parse($0) }.map(on: .global()) { parse($0) } }", "queue"),
    ("actor C {\n  func f() -> Promise<Int> { load().map(on: .main) { parse($0) } }\n}", "queue"),
    ("@MainActor class C {\n  func f() -> Promise<Int> { load().map(on: .global()) { parse($0) } }\n}", "queue"),
  ]) func `a handler on another queue is left`(_ source: String, _ reason: String) throws {
    let result = try Unchained(source, UnchainOptions())
    #expect(result.reasons == [reason])
    #expect(result.text == source)
  }

  private static let chain = "func f() -> Promise<Int> { load().map { parse($0) } }\n"

  @Test(arguments: [
    "conf.Q = (map: background, return: background)", "PromiseKit.conf.Q.return = nil", "conf.Q.return = .global()",
    "DispatchQueue.promises = queue", "DispatchQueue.promises = .global()", "DispatchQueue.promises = a ? b : c",
    "PromiseKitVocabulary.conf.Q.return = queue", "PromiseCore.withPromiseQueue(queue) { start() }",
    "DispatchQueue\n    .promises = queue", "(conf.Q.map, conf.Q.return) = (q, q)", "swap(&DispatchQueue.promises, &q)",
    "withPromiseQueue(queue) { start() }", "conf.Q = (map: .main, return: queue)",
  ]) func `a program that chooses a queue decides where its functions run`(_ choice: String) throws {
    let source = "func start() { \(choice) }\n" + Self.chain
    let left = try Unchained(source, UnchainOptions())
    #expect(left.text == source)
    #expect(left.reasons == ["default-queue"])
    #expect(left.remarks.first?.message.contains("(File.swift:1)") == true)
    for (isolation, expected) in [
      (UnchainOptions.Isolation.main, "@MainActor func f() async"), (.anywhere, "\nfunc f() async"),
    ] {
      #expect(try Unchained(source, UnchainOptions(isolation: isolation)).text.contains(expected))
    }
  }

  @Test(arguments: [
    "conf.Q = (map: .main, return: DispatchQueue.main)", "conf.Q.map = queue", "conf.Q = (map: queue, return: .main)",
    "DispatchQueue.promises = .main",
    "let q = DispatchQueue.promises",
    "if conf.Q.map == nil { stop() }", "conf.catchPolicy = .allErrors", "withPromiseQueue(.main) { start() }",
  ]) func `a program that keeps the main queue is rewritten`(_ statement: String) throws {
    let result = try Unchained("func start() { \(statement) }\n" + Self.chain, UnchainOptions())
    #expect(result.text.contains("@MainActor func f() async throws -> Int {"))
  }

  @Test(arguments: [
    "@MainActor func f() -> Promise<Int> { load().map { parse($0) } }",
    "actor C {\n  func f() -> Promise<Int> { load().map { parse($0) } }\n}",
    "func f() -> Promise<Int> { load().map(on: .main) { parse($0) } }",
    "func f() -> Promise<Int> { load().map(on: nil) { parse($0) } }",
  ]) func `the queue of the program does not matter where a function names its own`(_ source: String) throws {
    let result = try Unchained("let setUp: Void = DispatchQueue.promises = queue\n" + source, UnchainOptions())
    #expect(result.reasons == [])
    #expect(result.count == 1)
  }
}
