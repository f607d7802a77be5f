import PromiseSyntax
import SwiftParser
import SwiftSyntax
import Testing

@Suite struct LibraryUseTests {
  /// Returns the operations that a file uses, after the import of the library.
  private func operations(_ text: String, importing module: String = "PromiseConcurrency") -> [LibraryOperation] {
    LibraryUse.all(in: Parser.parse(source: "import \(module)\n\(text)\n")).map(\.operation)
  }

  @Test(arguments: [
    ("func f() -> Promise<Int>", LibraryOperation.promiseType),
    ("func f() -> PromiseCore.Guarantee<Int>", .promiseType), ("func f(_ p: some Thenable<Int>) {}", .promiseType),
    ("f(Promise<Int>.self)", .promiseType),
    ("Promise { resolver in g() }", .resolver), ("Promise<Int> { g($0) }", .resolver),
    ("Promise(resolver: g)", .resolver), ("Promise<Int>.pending()", .resolver),
    ("try await withResolver { g($0) }", .resolver), ("func f(_ r: Resolver<Int>) {}", .resolver),
    ("Guarantee { seal in g(seal) }", .seal), ("wrap { g($0) }", .wrap), ("PromiseCore.wrap { g($0) }", .wrap),
    ("userPromise.complete(g)", .complete), ("x.complete(on: nil, g)", .complete),
    ("Promise.value(1)", .value), ("Promise<Int>(error: e)", .value), ("Promise()", .value),
    ("firstly { g() }", .firstly), ("Promise { try await g() }", .task), ("Guarantee.init { await g() }", .task),
    ("Promise { try await g { h($0) } }", .task),
    ("Promise(task)", .task), ("Task(promise)", .task), ("queue.async(.promise) { 1 }", .queueWork),
    ("x.then { g() }", .chain), ("userPromise.map { 1 }.filterValues { _ in true }", .chain),
    ("try await x.get(cancellation: .forward)", .await), ("await userPromise.get()", .await),
    ("await x.getResult()", .await), ("try userPromise.wait()", .wait), ("try hang(x)", .wait),
    ("when(fulfilled: a, b)", .when), ("when(resolved: a)", .when), ("when(guarantees: a)", .when),
    ("a.concurrentMap(maxConcurrent: 2) { g($0) }", .concurrentMap),
    ("for try await x in a.inInputOrder {}", .concurrentMap),
    ("a.inCompletionOrder", .concurrentMap), ("race(a, b)", .race), ("race(fulfilled: a)", .race),
    ("Promise(collecting: a)", .collecting), ("Promise(forEach: a) { g($0) }", .collecting),
    ("group.addPromise(x)", .addPromise), ("let q = PromiseQueue()", .queue), ("var q: PromiseQueue?", .queue),
    ("after(.seconds(1))", .after), ("after(seconds: 1)", .after),
    ("try await x.get(timeout: .seconds(1))", .timeout), ("retry(attempts: 2) { g() }", .retry),
    ("Backoff.exponential(1)", .retry), ("until(interval: 1) { g() }", .until), ("poll(every: 1) { g() }", .until),
    ("userPromise.onProgress { g($0) }", .progress), ("resolver.progress.report(1, of: 2)", .progress),
    ("session.dataTask(.promise, with: url)", .urlSession), ("center.observe(once: name)", .notification),
    ("process.launch(.promise)", .process), ("object.observe(.promise, keyPath: key)", .keyValueObservation),
    ("let t: SharedPromise<String>", .sharedPromise), ("PromiseCache<Int, Int>(maxCount: 1)", .cache),
    ("withPromiseScope { g($0) }", .scopedWork), ("let s = PromiseScope()", .scope),
    ("let m = PromiseModel<Int>()", .model), ("PromiseDiagnostics.handler = g", .diagnostics),
    ("@Suite(.promises) struct A {}", .trait), ("@Test(.promises(), .bug) func f() {}", .trait),
    ("let c = ManualClock()", .manualClock), ("await expectRejected(x)", .expectation),
    ("await promisesSettled()", .settledPromises), ("promisesLeftAlive()", .promisesLeftAlive),
    ("do {} catch PromiseError.timedOut {}", .error), ("e as? PromiseError", .error), ("error.isCancelled", .error),
    ("(e as NSError).userError.isCancelled", .error), ("x(PMKError.cancelled)", .error),
  ])
  func `an operation is recognized`(code: String, operation: LibraryOperation) {
    #expect(operations(code) == [operation])
  }

  @Test(arguments: [
    "a.map { 1 }", "cache.get(1)", "await cache.get()", "cache.get()", "form.race(1)", "x.after(1)", "race()",
    "after(1) { g() }", "when(1)", "x.retry { g() }", "retry", "let retry = 1", "until(1)", "request.timeout(1)",
    "animation.delay(1)", "publisher.timeout(1, scheduler: q)", "x.complete(g)", "x.onProgress { g($0) }", "x.wait()",
    "Task { g() }", "Task(priority: .low) { g() }", "x.Task(1)", "Task.isCancelled", "scope.isCancelled",
    "let r: Resolver", "Resolver.resolve()", "x.promise", "x.async { g() }", "on(.promises)", "DispatchQueue.promises",
    "x.progress", "all(a)", "any(a)", "MyPromise { g() }", "Other.wrap { g() }", "\"Promise { }\" // Promise { }",
  ])
  func `code that only looks similar is not counted`(code: String) { #expect(operations(code).isEmpty) }

  @Test(arguments: ["Foundation", "PromiseKit", "Promises", "Combine", "PromiseCoreExtras"])
  func `a file that does not import the library does not use it`(module: String) {
    #expect(operations("let x: Promise<Int> = retry { wrap { g($0) } }.then { 1 }", importing: module).isEmpty)
  }

  @Test func `the vocabularies are part of the library`() {
    #expect(operations("after(seconds: 1)", importing: "PromiseKitVocabulary") == [.after])
    #expect(operations("all(a, b)\nany(a, b)", importing: "GooglePromisesVocabulary") == [.when, .race])
  }

  @Test(arguments: [
    ("func retry(_ x: () -> Void) {}", "retry { g() }"), ("class A { func retry() {} }", "retry(1)"),
    ("extension Array { func concurrentMap() {} }", "a.concurrentMap { 1 }"),
    ("struct PromiseQueue {}", "PromiseQueue()"),
    ("enum Backoff {}", "let b: Backoff"), ("class Task {}", "Task(json)"),
    ("class Promise<T> {}", "func f() -> Promise<Int> { Promise { r in g(r) } }"),
  ])
  func `names that the file declares are its own`(declaration: String, use: String) {
    #expect(operations("\(declaration)\n\(use)").isEmpty)
    #expect(!operations(use).isEmpty)
  }

  @Test(arguments: [
    "func f(retry: () -> Void) { retry() }", "init(retry: () -> Void) { retry() }", "let f = { retry in retry() }",
    "let f = { (_ retry: Int) in retry() }", "func f() { let retry = g()\n retry() }",
    "class A { let retry: () -> Void\n func f() { retry() } }",
  ])
  func `variables, properties and parameters hide functions`(code: String) { #expect(operations(code).isEmpty) }

  @Test func `a name in full is always that of the library`() {
    let own = "func retry() { PromiseConcurrency.retry(attempts: 1) { g() } }\nretry()"
    #expect(operations(own) == [.retry])
  }

  @Test func `functions that return promises are found by name`() {
    let load = "func load() -> Promise<Int> { g() }\n"
    #expect(operations(load + "load().map { 1 }") == [.promiseType, .chain])
    #expect(operations(load + "try await load().get()") == [.promiseType, .await])
    #expect(operations(load + "try load().get()") == [.promiseType])
    #expect(operations(load + "func load() async {}\ntry await load().map { 1 }") == [.promiseType])
    #expect(operations(load + "func load() async {}\ntry await load().get()") == [.promiseType, .await])
    #expect(operations(load + "func load() -> [Int] { [] }\ntry await load().get()") == [.promiseType])
  }

  @Test func `a chain counts once, and what has a replacement of its own as well`() {
    #expect(operations("x.then { 1 }.timeout(2).map { 3 }.delay(4)") == [.chain, .timeout, .after])
    #expect(operations("try await x.done { g() }.get(timeout: 1)") == [.timeout, .chain])
    #expect(operations("retry { g() }.map { 1 }") == [.chain, .retry])
  }

  @Test(arguments: [
    "let x: Promise<Int>", "var x: Promise<Int>?", "var x: PromiseCore.Guarantee<Void>!", "var x: [Promise<Int>]",
    "var x: [String: Promise<Int>]", "var x: (Int, Promise<Int>)", "let x: Mutex<Promise<Int>?>",
    "var x = [Promise<Int>]()", "var x: Promise<Int>? { didSet { g() } }", "class A { lazy var x: Promise<Int> = g() }",
  ])
  func `a stored promise is found`(code: String) {
    #expect(operations(code).filter { $0 == .storedPromise } == [.storedPromise])
  }

  @Test func `a variable stores the promise that it begins with`() {
    #expect(operations("let x = Promise { try await g() }") == [.storedPromise, .task])
    #expect(operations("let x = y.then { g() }") == [.storedPromise, .chain])
    #expect(operations("let (x, r) = Promise<Int>.pending()") == [.storedPromise, .resolver])
  }

  @Test(arguments: [
    "var x: Promise<Int> { g() }", "var x: Promise<Int> { get { g() } }", "let x: () -> Promise<Int>",
    "let x = try await Promise { g() }.get()", "let x = load()", "async let x = Promise { g() }.get()",
    "func load() -> Promise<Int> { g() }\nlet x = sdk.load()",
  ])
  func `other properties store no promise`(code: String) { #expect(!operations(code).contains(.storedPromise)) }

  @Test func `a use has its place`() throws {
    let tree = Parser.parse(source: "import PromiseCore\nlet x = f(wrap { g($0) })\n")
    let use = try #require(LibraryUse.all(in: tree).first)
    #expect(use.node.trimmedDescription == "wrap { g($0) }")
  }
}
