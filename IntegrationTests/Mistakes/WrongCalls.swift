// Incorrect calls that look correct, with the expected diagnostics.
//
// verify: -swift-version 6
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }

func number() -> Promise<Int> { .value(1) }
func user(_ id: Int) -> Promise<User> { .value(User()) }
func sure() -> Guarantee<Int> { .value(1) }

// MARK: then, map, done

func forgottenReturn() -> Promise<User> {
  // expected-error@+2 {{type '()' cannot conform to 'Thenable'}}
  // expected-note@+1 {{only concrete types such as structs, enums and classes can conform to protocols}}
  number().then { id in
    print(id)
    user(id)
  }
}

func doneInPlaceOfThen() -> Promise<User> {
  // expected-error@+2 {{cannot convert return expression of type 'Promise<Void>' to return type 'Promise<User>'}}
  // expected-note@+1 {{arguments to generic parameter 'Value' ('Void' and 'User') are expected to be equal}}
  number().done { id in
    user(id)
  }
}

func valueFromThen() {
  // expected-error@+1 {{instance method 'then(_:file:line:)' requires that 'Int' conform to 'Thenable'}}
  number().then { id in
    print(id)
    return id + 1
  }.cauterize()
}

// MARK: A promise of a promise

func nested() {
  _ = Promise { user(1) }  // expected-warning {{The closure returns a promise: this is a promise of a promise. Use `firstly`, or call `get()` in the closure.}}
  _ = number().map { user($0) }  // A warning would need an overload that makes long chains too complex.
  _ = Promise(Task { user(1) })  // expected-warning {{The task returns a promise: this is a promise of a promise. Call `get()` in the task.}}
}

// MARK: A guarantee has no errors

func log(_ error: any Error) async {}
func check(_ number: Int) throws {}

func errorsOfAGuarantee() {
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().catch { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().catch(on: .main) { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().catch(only: CancellationError.self) { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().catch(only: CancellationError.self, on: nil) { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().catch { await log($0) }
  // In a chain, unless a handler before it throws.
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().done { print($0) }.catch { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().map { $0 + 1 }.done { print($0) }.catch { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  sure().then { _ in sure() }.catch(on: .main) { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  firstly { sure() }.done { print($0) }.catch { await log($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to handle. Remove `catch`.}}
  race(sure(), sure()).catch { print($0) }
  sure().done { try check($0) }.catch { print($0) }
  sure().map { $0 + 1 }.done { try check($0) }.catch { print($0) }
  number().done { print($0) }.catch { print($0) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  sure().recover { _ in .value(1) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  sure().recover(on: .main) { _ in .value(1) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  _ = sure().recover { _ in number() }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  _ = sure().recover(on: .main) { _ in number() }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  sure().map { $0 + 1 }.recover { _ in .value(1) }
  // expected-warning@+1 {{A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`.}}
  _ = sure().map { $0 + 1 }.recover { _ in number() }
  _ = sure().map { try check($0) }.recover { _ in Promise() }
}

// MARK: Combinators

func arrayInPlaceOfIterator(_ promises: [Promise<Int>]) {
  when(fulfilled: promises, maxConcurrent: 2).cauterize()  // expected-error {{Pass an iterator that creates the promises, such as `urls.lazy.map { fetch($0) }.makeIterator()`. The promises in a collection are already running.}}
  // expected-error@+1 {{'when(fulfilled:concurrently:file:line:)' has been renamed to 'when(fulfilled:maxConcurrent:)'}}
  when(fulfilled: promises.makeIterator(), concurrently: 2).cauterize()
}

func arrayOfGuarantees() {
  // An array may be empty, and a race without promises is rejected.
  let _: Guarantee<Int> = race(sure(), sure())
  let _: Promise<Int> = race([sure(), sure()])
}

func promisesWithoutAValue() {
  let done = Promise()
  // Without an array, the result is a promise of a tuple.
  let _: Promise<(Void, Void)> = when(fulfilled: done, done)
  let _: Promise<Void> = when(fulfilled: [done, done])
}

// MARK: Time

func numbersWithoutAUnit() {
  _ = number().delay(1_000)  // expected-error {{cannot convert value of type 'Int' to expected argument type 'DispatchTimeInterval'}}
  _ = number().timeout(5)  // expected-error {{cannot convert value of type 'Int' to expected argument type 'DispatchTimeInterval'}}
}

// MARK: Asynchronous sequences

func first(of numbers: AsyncStream<Int>) async {
  // The standard library's function, which is async. The promise is `Promise(first: numbers) { $0 > 1 }`.
  _ = numbers.first { $0 > 1 }  // expected-error {{expression is 'async' but is not marked with 'await'}} expected-note {{call is 'async'}}
}
