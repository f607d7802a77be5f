import SourceEditing
import Testing

@testable import Unchaining

/// `Promise { seal in … }` around the chain that settles it.
@Suite struct ResolvingClosureTests {
  /// Returns the body of the async function that a function of a promise becomes.
  private func unwrapped(_ closure: String, value: String = "Int") throws -> Unchained {
    try Unchained("func f(x: Int) -> Promise<\(value)> {\n  Promise \(closure)\n}\n")
  }

  @Test(
    arguments: [
      ("{ seal in load(x).done { seal.fulfill($0) }.catch { seal.reject($0) } }", "return try await load(x).get()"),
      (
        "{ seal in load(x).done { a in seal.fulfill(a) }.catch { e in seal.reject(e) } }",
        "return try await load(x).get()"
      ),
      ("{ seal in load(x).done(seal.fulfill).catch(seal.reject) }", "return try await load(x).get()"),
      ("{ seal in _ = load(x).done(seal.fulfill).catch(seal.reject) }", "return try await load(x).get()"),
      ("{ (seal: Resolver<Int>) in load(x).done(seal.fulfill).catch(seal.reject) }", "return try await load(x).get()"),
      ("{ fulfill, reject in load(x).done { fulfill($0) }.catch(reject) }", "return try await load(x).get()"),
      ("{ seal in load(x).pipe(to: seal.resolve) }", "return try await load(x).get()"),
      (
        "{ seal in firstly { load(x) }.done(on: q) { seal.fulfill($0) }.catch(seal.reject) }",
        "return try await load(x).get()"
      ),
      (
        "{ seal in load(x).done { seal.fulfill($0.count) }.catch(seal.reject) }",
        "let value = try await load(x).get()\n  return value.count"
      ),
      (
        "{ seal in load(x).done { seal.fulfill($0) }.catch { seal.reject(Mapped($0)) } }",
        "do {\n    return try await load(x).get()\n  } catch let error where !error.isCancelled {\n    throw Mapped(error)\n  }"
      ),
      (
        "{ seal in load(x).done { seal.fulfill($0) }.catch(policy: .allErrors) { _ in seal.fulfill(1) } }",
        "do {\n    return try await load(x).get()\n  } catch {\n    return 1\n  }"
      ),
      (
        "{ seal in\n    guard x > 0 else { return seal.reject(E.e) }\n    load(x).done(seal.fulfill).catch(seal.reject)\n  }",
        "guard x > 0 else { throw E.e }\n  return try await load(x).get()"
      ),
      (
        "{ seal in\n    do {\n      seal.fulfill(try parse(x))\n    } catch {\n      seal.reject(error)\n    }\n  }.then { next($0) }",
        nil
      ),
      (
        "{ seal in\n    do {\n      let y = try parse(x)\n      seal.fulfill(y)\n    } catch {\n      load(x).done(seal.fulfill).catch(seal.reject)\n    }\n  }",
        "do {\n    let y = try parse(x)\n    return y\n  } catch {\n    return try await load(x).get()\n  }"
      ),
      (
        "{ seal in\n    switch x {\n    case 1: load(x).done(seal.fulfill).catch(seal.reject)\n    default: throw E.e\n    }\n  }",
        "switch x {\n  case 1: return try await load(x).get()\n  default: throw E.e\n  }"
      ),
    ] as [(String, String?)]) func `the outcomes of all paths are returned and thrown`(
      _ closure: String, _ expected: String?
    ) throws
  {
    let result = try unwrapped(closure)
    guard let expected else { return #expect(result.reasons == ["unknown-type"]) }
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(try result.function("async throws").contains("{\n  \(expected)\n}"), "\(result.text)")
  }

  @Test(arguments: [
    ("{ seal in load(x).done { _ in seal.fulfill(()) }.catch(seal.reject) }", "try await load(x).get()"),
    ("{ seal in load(x).done { seal.fulfill_() }.catch(seal.reject) }", "try await load(x).get()"),
    (
      "{ seal in\n    load(x).done {\n      if $0 { seal.fulfill(()) } else { seal.reject(E.e) }\n    }.catch(seal.reject)\n  }",
      "let value = try await load(x).get()\n  if value { return } else { throw E.e }"
    ),
  ]) func `a promise without a value is settled by the end of the function`(_ closure: String, _ expected: String)
    throws
  {
    let result = try unwrapped(closure, value: "Void")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(try result.function("async throws").contains("{\n  \(expected)\n}"), "\(result.text)")
  }

  @Test(arguments: [
    // Something runs after the promise is settled.
    "{ seal in load(x).done { seal.fulfill($0); show() }.catch(seal.reject) }",
    "{ seal in load(x).done { seal.fulfill($0) }.ensure { stop() }.catch(seal.reject) }",
    "{ seal in load(x).done { seal.fulfill($0) }.catch { seal.reject($0) }.finally { stop() } }",
    "{ seal in load(x).done(seal.fulfill).catch(seal.reject); show() }",
    // A path does not settle the promise.
    "{ seal in load(x).done { seal.fulfill($0) }.cauterize() }",
    "{ seal in load(x).done { if $0 > 1 { seal.fulfill($0) } }.catch(seal.reject) }",
    "{ seal in load(x).done { seal.fulfill($0) }.catch { show($0) } }",
    "{ seal in if x > 1 { load(x).done(seal.fulfill).catch(seal.reject) } }",
    // A path settles the promise twice, or goes on.
    "{ seal in\n    if x > 1 { seal.fulfill(1) }\n    load(x).done(seal.fulfill).catch(seal.reject)\n  }",
    "{ seal in for _ in 0..<x { load(x).done(seal.fulfill).catch(seal.reject) } }",
    // The handler of `catch` would see an error that it has not seen.
    "{ seal in load(x).done { _ in seal.reject(E.e) }.catch { show($0); seal.reject($0) } }",
    "{ seal in load(x).done { load($0).done(seal.fulfill).catch(seal.reject) }.catch { show($0); seal.reject($0) } }",
    "{ seal in do { load(try y()).done(seal.fulfill).catch(seal.reject) } catch { seal.reject(error) } }",
    // The resolver goes elsewhere.
    "{ seal in load(x).done { seal.fulfill($0) }.catch { show(seal); seal.reject($0) } }",
    "{ seal in load(seal).done(seal.fulfill).catch(seal.reject) }",
    // The handlers cannot become statements.
    "{ seal in load(x).done { [weak self] in seal.fulfill($0) }.catch(seal.reject) }",
    "{ [unowned self] seal in load(x).done { seal.fulfill($0) }.catch(seal.reject) }",
    "{ seal in load(x).timeout(1).done { seal.fulfill($0) }.catch(seal.reject) }",
  ]) func `a chain remains where its outcome is not the one of the promise`(_ closure: String) throws {
    let result = try unwrapped(closure)
    #expect(result.count == 0, "\(result.text)")
    #expect(result.reasons.count == 1)
    #expect(!Set(result.reasons).isDisjoint(with: ["wrapped-chain", "weak-capture", "operator"]), "\(result.remarks)")
  }

  @Test(arguments: [
    (
      "Guarantee { seal in load().done { seal($0) }.catch { _ in seal(nil) } }",
      "do {\n    return try await load().get()\n  } catch {\n    return nil\n  }"
    ),
    (
      "Guarantee<Int?> { seal in\n    guard ok else { return seal(nil) }\n    load().done(seal).catch { show($0); seal(nil) }\n  }",
      "guard ok else { return nil }\n  do {\n    return try await load().get()\n  } catch {\n    show(error); return nil\n  }"
    ),
    (
      ".init { seal in load().done { seal($0) }.catch(policy: .allErrors) { _ in seal(nil) } }",
      "do {\n    return try await load().get()\n  } catch {\n    return nil\n  }"
    ),
  ]) func `a guarantee is settled with the value that takes the place of an error`(
    _ guarantee: String, _ expected: String
  ) throws {
    let result = try Unchained("func f() -> Guarantee<Int?> {\n  \(guarantee)\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(try result.function("async -> Int?").contains("{\n  \(expected)\n}"), "\(result.text)")
  }

  @Test(arguments: [
    // An error would never settle the guarantee.
    "Guarantee { seal in load().done { seal($0) } }", "Guarantee { seal in load().done { seal($0) }.cauterize() }",
    "Guarantee { seal in load().done { seal($0) }.catch { show($0) } }",
  ]) func `a chain remains in a guarantee that its errors do not settle`(_ guarantee: String) throws {
    #expect(try Unchained("func f() -> Guarantee<Int?> {\n  \(guarantee)\n}\n").reasons == ["wrapped-chain"])
  }

  @Test func `functions in which a chain remains are counted apart`() throws {
    let result = try Unchained(
      """
      func a() -> Promise<Int> {
        load().then { _ in Promise { seal in load().done { seal.fulfill($0) }.cauterize() } }
      }
      func b() -> Promise<Int> { Promise { seal in load().done { seal.fulfill($0) }.catch(seal.reject) } }
      """)
    #expect(result.count == 2)
    #expect(result.incompleteCount == 1)
    #expect(result.reasons == ["wrapped-chain"])
    #expect(result.remarks.allSatisfy { $0.kind == .note })
  }

  @Test(arguments: [
    ("{ respond in load { respond($0) } }.map { 1 }", "Int", "let _: Void = try await h.add { respond in"),
    ("{ respond in load { respond($0) } }.map { $0 }", "Int", "let add = try await h.add { respond in"),
    ("{ respond in load { respond($0) } }.map { _ in 1 }", "Int", "  try await h.add { respond in"),
  ]) func `a call with a closure learns its type as before`(_ call: String, _ value: String, _ expected: String) throws
  {
    let result = try Unchained("func f() -> Promise<\(value)> {\n  h.add \(call)\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(result.text.contains(expected), "\(result.text)")
  }

  @Test func `a call with a closure that ends a function without a value learns its type from return`() throws {
    let result = try Unchained(
      "func f() -> Promise<Void> {\n  load().then { x in h.add { respond in load { respond(x) } } }\n}\n")
    #expect(result.text.contains("return try await h.add { respond in load { respond(x) } }.get()"), "\(result.text)")
  }
}
