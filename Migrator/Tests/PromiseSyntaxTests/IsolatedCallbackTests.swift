import PromiseSyntax
import SourceEditing
import SwiftSyntax
import Testing

/// Returns the isolated callbacks of a source text.
func isolatedCallbacks(
  _ text: String, path: String = "File.swift", isMainActorByDefault: Bool = false
) throws -> [IsolatedCallback] {
  let source = try SourceText(text, path: path)
  let declarations = FileDeclarations(in: source.tree)
  return IsolatedCallback.all(in: source, declarations, isolatedTypes: declarations.isolatedTypes)
    .filter { $0.condition.isMet(by: declarations.isolatedTypes, isMainActorByDefault: isMainActorByDefault) }
}

/// Returns the isolated callbacks of a method of a class that is isolated to the main actor.
private func callbacks(inMethod body: String) throws -> [IsolatedCallback] {
  try isolatedCallbacks("@MainActor final class A {\n  func f(id: Int) {\n    \(body)\n  }\n}")
}

@Suite struct IsolatedCallbackTests {
  @Test(arguments: [
    "Promise { s in SDK.load(2) { s.fulfill($0) } }", "Promise<Int>(resolver: { s in SDK.load(2) { s.fulfill($0) } })",
    "PromiseKit.Promise<Int> { s in SDK.load(2, completion: { s.fulfill($0) }) }",
    "Promise<Int> { fulfill, reject in SDK.load(2) { v, e in if let e { reject(e) } else { fulfill(v!) } } }",
    "let pair = Promise<Int>.pending(); SDK.load(2) { pair.resolver.fulfill($0) }",
    "let promise = Promise<Int>.pending(); SDK.load(2) { promise.fulfill($0) }",
    "let (g, seal) = Guarantee<Int>.pending(); SDK.load(2) { seal($0) }",
    "Promise { s in SDK.load(2) { v in } failure: { s.reject($0) } }",
    "Promise { s in client.get(\"/users\") { s.resolve($0, $1) } }",
    "Promise { s in client.request(url).responseJSON { s.fulfill($0) } }",
    "Promise { s in ids.forEach { SDK.load($0) { s.fulfill($0) } } }",
    "Promise { s in DispatchQueue.main.async { SDK.load(2) { s.fulfill($0) } } }",
    "Promise { s in Task { SDK.load(2) { s.fulfill($0) } } }", "Promise { s in SDK.load(2) { finish(s, $0) } }",
    "Promise { s in SDK.load(2) { [s] in s.fulfill($0) } }",
    "firstly { Promise { s in SDK.load(2) { s.fulfill($0) } } }",
    "func g() { _ = Promise { s in SDK.load(2) { s.fulfill($0) } } }",
    "withUnsafeThrowingContinuation { c in SDK.load(2) { c.resume(with: $0) } }",
  ])
  func `a closure that an SDK may call is found`(body: String) throws {
    #expect(try callbacks(inMethod: body).count == 1)
  }

  @Test(arguments: [
    // The library calls the closure where it belongs.
    "Promise { s in load().done { s.fulfill($0) }.catch { s.reject($0) } }", "Promise { s in p.get { s.fulfill($0) } }",
    "Promise { s in p.done(on: q) { v in SDK.load(v) { s.fulfill($0) } } }",
    "Promise<Int>(on: q) { fulfill, reject in SDK.load(2) { fulfill($0) } }",
    "wrap(on: q) { handler in SDK.load(2) { handler($0) } }",
    "withCheckedContinuation { c in p.complete { c.resume(returning: $0) } }",
    // The function is async.
    "let (p, s) = Promise<Int>.pending(); await elsewhere { s.fulfill(1) }",
    // The closure is `@Sendable`.
    "Promise { s in q.async { s.fulfill(1) } }",
    "Promise { s in DispatchQueue.global().asyncAfter(deadline: d) { s.fulfill(1) } }",
    "Promise { s in session.dataTask(with: url) { d, r, e in s.resolve(d, e) }.resume() }",
    "Promise { s in q.async { SDK.load(2) { s.fulfill($0) } } }",
    "Promise { s in SDK.load(2) { @Sendable in SDK.load($0) { s.fulfill($0) } } }",
    "Promise { s in Task.detached { SDK.load(2) { s.fulfill($0) } } }",
    "Promise { s in center.addObserver(forName: n, object: nil, queue: nil) { s.fulfill($0) } }",
    "withTaskCancellationHandler { g() } onCancel: { SDK.load(2) { s.fulfill($0) } }",
    // The function calls it on the main thread, or immediately.
    "Promise { s in UIView.animate(withDuration: 1) { g() } completion: { s.fulfill($0) } }",
    "Promise { s in alert.addAction(UIAlertAction(title: \"OK\", style: .default) { _ in s.fulfill() }) }",
    "Promise { s in UIApplication.shared.open(url) { s.fulfill($0) } }",
    "Promise { s in values.forEach { s.fulfill($0) } }",
    "Promise { s in present(other, animated: true) { s.fulfill() } }",
    "Promise { s in DispatchQueue.main.async { s.fulfill(1) } }",
    // Functions of the same file are in the same language mode.
    "Promise { s in f(id: 2) { s.fulfill($0) } }", "Promise { s in self.f(id: 2) { s.fulfill($0) } }",
    "Promise { s in A.f(id: 2) { s.fulfill($0) } }",
    "Promise { s in func g(_: (Int) -> Void) {}; g { s.fulfill($0) } }",
    // The closure settles nothing.
    "Promise { s in SDK.load(2) { print($0) } }", "Promise { s in SDK.load(2) { s in s.fulfill(1) } }",
    "SDK.load(2) { s.fulfill($0) }", "Promise { try await SDK.load(2) { g($0) } }",
    "Promise { s in SDK.load(2, completion: s.resolve) }",
    "let text = \"Promise { s in SDK.load(2) { s.fulfill($0) } }\"",
    "let p = Promise<Int>.pending(); SDK.load(2) { print(p.isPending) }",
    "if x { let (p, s) = Promise<Int>.pending(); g(p, s) }; SDK.load(2) { s.fulfill($0) }",
  ])
  func `other closures are not found`(body: String) throws {
    #expect(try callbacks(inMethod: body).map(\.closure.trimmedText) == [])
  }

  private static let load = "Promise { s in SDK.load(2) { s.fulfill($0) } }"

  @Test(arguments: [
    "@MainActor func f() { \(load) }", "@ImageActor func f() { \(load) }",
    "class A { @MainActor func f() { \(load) } }",
    "@MainActor struct A { var p: Promise<Int> { \(load) } }", "@MainActor enum A { static func f() { \(load) } }",
    "@MainActor class A { init() { \(load) } }", "@MainActor extension A { func f() { \(load) } }",
    "final class A: UIViewController { func f() { \(load) } }", "class A: BaseViewController { func f() { \(load) } }",
    "extension UIView { func f() { \(load) } }", "struct A: View { func f() { \(load) } }",
    "class A: NSObject, UITableViewDelegate { func f() { \(load) } }",
    "class B: A { func f() { \(load) } }\nclass A: C {}\n@MainActor class C {}",
    "extension A.B { func f() { \(load) } }\nenum A { @MainActor class B {} }",
    "class A: P { func f() { \(load) } }\n@MainActor protocol P {}",
    "func f(a: isolated A) { SDK.load(2) { g(a) } ; Promise { s in SDK.load(2) { s.fulfill(a) } } }",
    "func f() { g { @MainActor in \(load) } }", "func f() { MainActor.assumeIsolated { \(load) } }",
    "func f() { DispatchQueue.main.async { \(load) } }",
  ])
  func `a closure in isolated code is found`(text: String) throws {
    #expect(try isolatedCallbacks(text).count == 1)
  }

  @Test(arguments: [
    "func f() { \(load) }", "class A { func f() { \(load) } }", "actor A { static func f() { \(load) } }",
    "@MainActor class A { nonisolated func f() { \(load) } }",
    "@MainActor class A { struct B { func f() { \(load) } } }",
    "@MainActor class A { @concurrent func f() async { \(load) } }",
    "nonisolated class A: P { func f() { \(load) } }\n@MainActor protocol P {}",
    "@MainActor class A { lazy var p = \(load) }", "@MainActor class A { nonisolated deinit { \(load) } }",
    "func f(a: isolated A) { \(load) }", "@Observable class A { func f() { \(load) } }",
    "extension UIImage { func f() { \(load) } }",
    "@MainActor class A { func f() { g { @Sendable in \(load) } } }", "actor A { func f() { \(load); g(self) } }",
  ])
  func `a closure in other code is not found`(text: String) throws {
    #expect(try isolatedCallbacks(text).isEmpty)
  }

  @Test func `the type of an extension may be declared in another file`() throws {
    let source = try SourceText("extension A { func f() { \(Self.load) } }", path: "A+f.swift")
    let declarations = FileDeclarations(in: source.tree)
    let other = FileDeclarations(in: try SourceText("class A: B {}\n@MainActor class B {}", path: "A.swift").tree)
    let callback = try #require(
      IsolatedCallback.all(in: source, declarations, isolatedTypes: declarations.isolatedTypes).first)
    #expect(callback.condition == .isolatedType("A"))
    #expect(callback.condition.isMet(by: IsolatedTypes([other, declarations]), isMainActorByDefault: false))
    #expect(!callback.condition.isMet(by: declarations.isolatedTypes, isMainActorByDefault: false))
  }

  @Test func `statements of main.swift belong to the main actor`() throws {
    #expect(try isolatedCallbacks(Self.load, path: "Sources/App/main.swift").count == 1)
    #expect(try isolatedCallbacks("func f() { \(Self.load) }", path: "main.swift").isEmpty)
    #expect(try isolatedCallbacks(Self.load, path: "Other.swift").isEmpty)
  }

  @Test func `of nested closures, the outermost one is found`() throws {
    let found = try callbacks(
      inMethod: "Promise { s in SDK.a { x in SDK.b { s.fulfill($0) }; SDK.c { s.reject($0) } } }")
    #expect(found.map(\.callee) == ["SDK.a"])
    let both = try callbacks(inMethod: "SDK.a { Promise { s in SDK.b { s.fulfill($0) } } }")
    #expect(both.map(\.callee) == ["SDK.b"])
    let outer = "Promise { s in SDK.a { _ = Promise { t in SDK.b { t.fulfill($0) } }; s.fulfill(1) } }"
    #expect(try callbacks(inMethod: outer).map(\.callee) == ["SDK.a"])
  }

  @Test(arguments: [
    ("Promise { s in SDK.load(2) { s.fulfill($0) } }", "Promise", false),
    ("Guarantee { s in SDK.load(2) { s($0) } }", "Guarantee", false),
    ("wrap { h in SDK.load(2) { h($0) } }", "wrap", false),
    ("withResolver { r in SDK.load(2) { r.fulfill($0) } }", "withResolver", false),
    ("let (p, r) = Promise<Int>.pending(); SDK.load(2) { r.fulfill($0) }", "pending", false),
    ("withCheckedContinuation { c in SDK.load(2) { c.resume() } }", "withCheckedContinuation", true),
  ])
  func `the function that creates the resolver is known`(body: String, source: String, isContinuation: Bool) throws {
    let callback = try #require(try callbacks(inMethod: body).first)
    #expect(callback.source == source)
    #expect(callback.resumesContinuation == isContinuation)
    #expect(callback.callee == "SDK.load")
  }
}

@Suite struct CallbackReplacementTests {
  @Test(arguments: [
    ("Promise { s in SDK.load(2, completion: { v, e in s.resolve(v, e) }) }", "s.resolve"),
    ("Promise { s in SDK.load(2, { s.resolve($0, $1) }) }", "s.resolve"),
    ("Promise<Void> { s in SDK.load(completion: { s.fulfill() }) }", "s.fulfill"),
    ("Guarantee { s in SDK.load(completion: { s($0) }) }", "s"),
    ("wrap { h in SDK.load(completion: { a, b in h(a, b) }) }", "h"),
    ("Promise<Int> { f, r in SDK.load(success: { f($0) }) }", "f"),
    ("let (p, s) = Promise<Int>.pending(); SDK.load(completion: { s.reject($0) })", "s.reject"),
  ])
  func `a closure in parentheses that only forwards its parameters can be a function`(
    body: String, function: String
  ) throws {
    #expect(try callbacks(inMethod: body).map(\.function) == [function])
  }

  @Test(arguments: [
    "Promise { s in SDK.load(2) { s.resolve($0, $1) } }", "Promise { s in SDK.load(c: { e, v in s.resolve(v, e) }) }",
    "Promise { s in SDK.load(c: { v, e in s.resolve(v) }) }", "Promise { s in SDK.load(c: { s.fulfill($0 + 1) }) }",
    "Promise { s in SDK.load(c: { s.fulfill($1) }) }", "Promise { s in SDK.load(c: { (v: Int) in s.fulfill(v) }) }",
    "Promise { s in SDK.load(c: { [s] in s.fulfill($0) }) }", "Promise { s in SDK.load(c: { _ in s.fulfill() }) }",
    "Promise { s in SDK.load(c: { /* why */ s.fulfill($0) }) }",
    "Promise { s in SDK.load(c: { s.fulfill($0) // why\n }) }",
    "Promise { s in SDK.load(c: { s.fulfill_() }) }", "Promise { s in SDK.load(c: { g(s, $0) }) }",
    "Promise { s in SDK.load(c: { v in g(); s.fulfill(v) }) }", "Guarantee { s in SDK.load(c: { s(()) }) }",
    "withCheckedContinuation { c in SDK.load(c: { c.resume(returning: $0) }) }",
    "let p = Promise<Int>.pending(); SDK.load(c: { p.fulfill($0) })",
    "Promise { s in SDK.load(c: { other.resolve($0); s.fulfill() }) }",
  ])
  func `other closures cannot be replaced by a function`(body: String) throws {
    #expect(try callbacks(inMethod: body).map(\.function) == [nil])
  }

  @Test(arguments: [
    "s.fulfill($0)", "s.fulfill(id)", "let x = $0; s.fulfill(x.count)", "s.fulfill(User($0))",
    "s.reject(Failure.small)",
    "switch $0 { case .success(let v): s.fulfill(v); case .failure(let e): s.reject(e) }",
    "do { s.fulfill(try JSONDecoder().decode(User.self, from: $0)) } catch { s.reject(error) }",
    "if let v = $0 { s.fulfill(v.name) } else { s.reject(.none) }", "var n = 1; n += 1; s.fulfill(n)",
    "s.fulfill(free($0))", "print($0); s.fulfill(number + 1)",
    "guard let v = $0 else { return s.reject(e) }; s.fulfill(v)",
    "for v in $0 { s.fulfill(v.id) }", "$0.done { s.fulfill($0) }.catch { s.reject($0) }",
    "s.fulfill($0[keyPath: \\.name])",
    "s.fulfill(unknown)", "s.fulfill(url.path)", "while let v = $0.next() { s.fulfill(v) }",
    "s.fulfill(UIImage(data: $0))",
  ])
  func `a closure that uses only local constants can be @Sendable`(body: String) throws {
    let method = "let number = 1; let unknown = g(); let url = URL(string: \"/\"); let e = Failure.small"
    let callback = "Promise { s in SDK.load(2) { \(body) } }"
    let text = "@MainActor class A { func f(id: Int) { \(method)\n\(callback) } }\nfunc free(_: Int) {}"
    #expect(try isolatedCallbacks(text).map(\.obstacle) == [nil])
  }

  @Test(arguments: [
    ("self.x = $0; s.fulfill($0)", "self"), ("s.fulfill(title)", "title"), ("g($0); s.fulfill($0)", "g"),
    ("super.f(); s.fulfill($0)", "self"), ("count += 1; s.fulfill(count)", "count"), ("s.fulfill(local($0))", "local"),
    ("s.fulfill(unknown.name)", "unknown"), ("s.fulfill(view.frame)", "view"), ("s.fulfill(view!.frame)", "view"),
    ("s.fulfill(A.x)", "A"), ("s.fulfill(Self.x)", "Self"),
    ("UIApplication.shared.open(u); s.fulfill(1)", "UIApplication"),
    ("h { [weak self] in self?.x() }; s.fulfill(1)", "h"), ("s.fulfill(onMain($0))", "onMain"),
    ("s.fulfill(change($0))", "change"),
    ("s.fulfill($title)", "$title"), ("let x = title; s.fulfill(x)", "title"), ("s.fulfill(main())", "main"),
    ("if x { let title = 1; print(title) }; s.fulfill(title)", "x"), ("s.fulfill(\"\\(title)\")", "title"),
    ("DispatchQueue.main.async { self.x = 1 }; s.fulfill(1)", "self"),
  ])
  func `a closure that may use its actor or a variable has an obstacle`(body: String, name: String) throws {
    let method = "var count = 0; let unknown = g(); func local(_ n: Int) {}"
    let callback = "Promise { s in SDK.load(2) { \(body) } }"
    let text = """
      @MainActor class A {
        func f(view: UIView?, change: inout Int, onMain: @escaping @MainActor () -> Void) {
          \(method)
          \(callback)
        }
      }
      @MainActor func main() {}
      """
    #expect(try isolatedCallbacks(text).map(\.obstacle) == [name])
  }

  @Test func `a weak capture of self is an obstacle`() throws {
    let found = try callbacks(inMethod: "Promise { s in SDK.load(2) { [weak self] in self?.x = $0; s.fulfill($0) } }")
    #expect(found.map(\.obstacle) == ["self"])
  }
}
