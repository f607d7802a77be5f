import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// The names of the functions that create promises.
@Suite(.sharingProcessors) struct CallStackTests {
  @Test(arguments: [
    ("App.Login.signIn(name: Swift.String) -> PromiseCore.Promise<App.User>", "App", "Login.signIn"),
    ("static App.Login.signIn() -> ()", "App", "Login.signIn"),
    ("App.load() -> ()", "App", "load"),
    ("closure #1 () -> () in App.Login.signIn() -> Swift.Int", "App", "Login.signIn"),
    ("closure #1 @Sendable () async -> () in closure #2 () -> () in App.load() -> ()", "App", "load"),
    ("(1) suspend resume partial function for App.load() async throws -> ()", "App", "load"),
    ("generic specialization <Swift.Int> of App.load<A>(A) -> ()", "App", "load"),
    ("App.(parse in _0123456789ABCDEF0123456789ABCDEF)(Swift.Int) -> ()", "App", "parse"),
    ("(extension in App):PromiseCore.Promise.logged() -> ()", "App", "Promise.logged"),
    ("App.Tests.`a test of one thing in a program`() -> ()", "App", "Tests.`a test of one thing in a program`"),
    ("closure #1 () -> () in App.Tests.`it (really) works`() -> ()", "App", "Tests.`it (really) works`"),
    ("App.use((extension in Other):Swift.Int.Kind) -> ()", "App", "use"),
    ("closure #1 () -> () in (extension in App):Other.View.load() -> ()", "App", "View.load"),
    ("App.Login.token.getter : Swift.String", "App", "Login.token"),
    (
      "protocol witness for PromiseCore.Derived.init() -> A in conformance PromiseCore.DerivedPromise<A> : "
        + "PromiseCore.Derived in PromiseCore", "PromiseCore", "Derived.init"
    ),
  ])
  func `the name of a function is found in its symbol`(_ symbol: String, _ module: String, _ text: String) throws {
    let name = try #require(FunctionName(symbol))
    #expect(name.module == module)
    #expect(name.text == text)
  }

  @Test(arguments: ["main", "start_thread", "", "() in "])
  func `a symbol without a module is no function of Swift`(_ symbol: String) {
    #expect(FunctionName(symbol) == nil)
  }

  @Test func `the function on the stack is the innermost one outside of the library`() throws {
    // This test imports the library, so it does not belong to it.
    #expect(CallStack.current.function?.hasPrefix("CallStackTests.") == true)
  }

  @Test func `a stack of the library's own functions names no function`() {
    let own = CallStack.current.addresses.prefix { CallStack(addresses: [$0]).function == nil }
    #expect(CallStack(addresses: Array(own)).function == nil)
    #expect(CallStack(addresses: []).function == nil)
  }
}
