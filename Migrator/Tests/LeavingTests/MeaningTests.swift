import SourceEditing
import Testing

/// Code that must not change, because the new code would mean something else.
@Suite struct MeaningTests {
  private static let twin = "func load(_ id: Int) async throws -> Int { id }\n"

  /// A promise form that is not the same as the `async` form.
  @Test(arguments: [
    "func load(_ id: Int) -> Promise<Int> { log(); return Promise { try await load(id) } }",
    "func load(_ id: Int) -> Promise<Int> { Promise { try await load(id + 1) } }",
    "func load(_ id: Int) -> Promise<Int> { Promise { try await other(id) } }",
    "func load(_ id: Int) -> Promise<String> { Promise { try await load(id) } }",
    "func load(_ id: Int = 1) -> Promise<Int> { Promise { try await load(id) } }",
    "private func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }",
  ])
  func `an async form that does something else is not called`(form: String) throws {
    let call = "func f() async throws -> Int { try await load(1).get() }\n"
    let departure = try Departure(Self.twin + form + "\n", call)
    #expect(departure.texts[1].hasSuffix(call))
    #expect(departure.texts[0].contains(form))
  }

  /// A name that is not that of the function.
  @Test(arguments: [
    "func f(load: (Int) -> Promise<Int>) async throws { _ = try await load(1).get() }",
    "func f() async throws { let load = make(); _ = try await load(1).get() }",
    "struct Dependencies { var load: (Int) -> Promise<Int> }\nfunc f(_ d: Dependencies) async throws { _ = try await d.load(1).get() }",
    "func f(after: (Double) -> Guarantee<Void>) async { await after(1).get(); log() }",
    "func f(wrap: (Int) -> Promise<Int>) async throws { _ = try await wrap(1).get() }",
    "struct A { let retry: (Int) -> Promise<Int>\n func f() async throws { _ = try await retry(1).get() } }",
  ])
  func `variables and parameters are not functions`(text: String) throws {
    let form = "func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }\n"
    #expect(try Departure(Self.twin + form, text).texts[1] == "import PromiseConcurrency\n\n" + text)
  }

  /// An object whose type is not known, or has another function.
  @Test(arguments: [
    "func f(_ other: Other) async throws { try await other.load(1).get() }",
    "func f() async throws { let api = make(); try await api.load(1).get() }",
    "struct B { let api: Other\n func f() async throws { try await api.load(1).get() } }",
    "func f(_ api: API) async throws { try await api.load(1, name: \"\").get() }",
    "func f(_ api: API) {}\nfunc g() async throws { for api in others { try await api.load(1).get() } }",
    "func f(_ api: API) {}\nfunc g() async throws { if let api = others.first { try await api.load(1).get() } }",
    "func f(_ api: API) {}\nfunc g() { run { [api = other] in try await api.load(1).get() } }",
    "func f() async throws { try await Other.load(1).get() }",
  ])
  func `functions of other types are not called`(text: String) throws {
    let api = """
      struct API {
        func load(_ id: Int) async throws -> Int { id }
        func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }
      }

      """
    #expect(try Departure(api, text).texts[1] == "import PromiseConcurrency\n\n" + text)
  }

  @Test(arguments: [
    "func f(_ api: API) async throws { try await api.load(1).get() }",
    "func f() async throws { let api = API(); try await api.load(1).get() }",
    "func f() async throws { try await API().load(1).get() }",
    "func f(_ api: API?) async throws { guard let api = api else { return }\n  try await api.load(1).get() }",
    "func f(_ api: API?) async throws { if let api { try await api.load(1).get() } }",
    "final class B { private let api: API? = nil\n func f() async throws { try await self.api.load(1).get() } }",
  ])
  func `functions of known types are called`(text: String) throws {
    let api = """
      struct API {
        func load(_ id: Int) async throws -> Int { id }
        func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }
      }

      """
    #expect(try Departure(api, text).texts[1] == text.replacing(".get()", with: ""))
  }

  @Test func `top-level code would call the promise form`() throws {
    let form = "public func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }\n"
    let main = "let x = try await load(2).get()\nprint(x)\n"
    #expect(try Departure("public " + Self.twin + form, main).texts[1].hasSuffix(main))
  }

  @Test func `an async function does not call itself`() throws {
    let departure = try Departure(
      """
      func user() -> Promise<Int> {
        log()
        return make()
      }
      func user() async throws -> Int { try await user().get() }

      """)
    #expect(departure.text.contains("try await user().get()"))
  }

  /// Code that looks at the errors of the library.
  @Test(arguments: [
    "func g() async { do { try await h() } catch is PromiseError {} catch {} }",
    "func g() async { do { try await h() } catch let error as PromiseError { log(error) } catch {} }",
    "func g(_ error: any Error) { if let e = error as? PromiseError { log(e) } }",
    "func g() async { do { try await h() } catch PromiseError.timedOut {} catch {} }\nfunc i() async throws { try await p.get(timeout: limit) }",
  ])
  func `errors that are examined remain`(other: String) throws {
    let limit = "func f() async throws -> Int { try await Promise { try await load() }.get(timeout: 5) }\n"
    #expect(try Departure(limit, other).texts[0].contains("get(timeout: 5)"))
  }

  @Test func `errors of other types are no errors of the library`() throws {
    let limit = "func f() async throws -> Int { try await Promise { try await load() }.get(timeout: 5) }\n"
    #expect(try Departure(limit, "func g() { throw MyError.timedOut }").texts[0].contains("withTimeout"))
  }

  @Test func `a callback without arguments has another error`() throws {
    let wrap = "func f() async throws -> Int { try await wrap { g($0) }.get() }\n"
    let other = "func g() async { do { try await h() } catch PromiseError.invalidCallingConvention {} catch {} }"
    #expect(try Departure(wrap, other).texts[0].contains(".get()"))
  }

  @Test func `a race does not change the clause of a limit`() throws {
    let text = """
      func f() async throws -> Int {
        do {
          return try await race(Promise { try await a() }, Promise { try await b() }).get() + slow().get(timeout: limit)
        } catch PromiseError.timedOut {
          return 0
        }
      }

      """
    #expect(try Departure(text).text.contains("catch PromiseError.timedOut"))
  }

  @Test func `errors that say themselves that they are cancellations are asked`() throws {
    let text = "func f(_ requestError: Failure) -> Bool { requestError.isCancelled }\n"
    for other in ["struct Failure: Error { var isCancelled: Bool }", "struct Stop: CancellableError {}"] {
      #expect(try Departure(text, other).texts[0].hasSuffix(text))
    }
  }

  @Test func `the type of a value is kept`() throws {
    let departure = try Departure(
      "func f() async throws { print(try await Promise<Double> { try await same(3) }.get()) }\n")
    #expect(departure.text.contains("print(try await (same(3) as Double))"))
  }

  @Test func `closures that do more stay on the main actor`() throws {
    let departure = try Departure(
      """
      @MainActor final class Screen {
        func f() async throws -> Int {
          try await Promise {
            show()
            return try await load()
          }.get(timeout: 5)
        }
        func g() async throws -> Int { try await Promise { try await load() }.get(timeout: 5) }
      }
      actor Store {
        func f() async throws -> Int {
          try await Promise {
            show()
            return try await load()
          }.get(timeout: 5)
        }
      }

      """)
    #expect(departure.text.contains("withTimeout(.seconds(5)) { @MainActor [self] in\n      show()"))
    #expect(departure.text.contains("withTimeout(.seconds(5)) { [self] in try await load() }"))
    #expect(departure.text.contains("}.get(timeout: 5)"))
  }
}
