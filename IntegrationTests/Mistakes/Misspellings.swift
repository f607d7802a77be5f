// Chains of many shapes, and the same shapes with a misspelled member: the compiler names the member, on its line.
// Benchmarks/check-typos measures how long it takes.
//
// verify: -swift-version 5
// verify: -swift-version 6
import Dispatch
import PromiseConcurrency

struct Account: Sendable { var id = 0, name = "", tags = [String]() }
enum Failure: Error { case missing }

func account(_ id: Int) -> Promise<Account> { .value(Account(id: id)) }
func cached(_ id: Int) -> Guarantee<Account> { .value(Account(id: id)) }
func translated(_ text: String) async throws -> String { text }

// MARK: Everyday chains

func firstlyAtTheHead() -> Promise<String> {
  firstly { account(1) }.then { first in account(first.id) }.map { $0.name }
}
func afterADelay() -> Promise<Void> { after(seconds: 1).then { account(1) }.done { print($0.name) } }
func guaranteeAtTheEnd() -> Promise<Account> { account(1).then { first in cached(first.id) } }
func guaranteesOnly() -> Guarantee<Void> { cached(1).then { cached($0.id) }.done { print($0.name) } }
func firstlyWithAGuarantee() -> Guarantee<String> {
  firstly { cached(1) }.then { first in cached(first.id) }.map { $0.name }
}
func raceOfGuarantees() -> Guarantee<Account> { race(cached(1), cached(2)) }
func raceOfPromises() -> Promise<Account> { race(account(1), account(2)) }
func foreignThenable<T: Thenable>(_ source: T) -> Promise<T.Value> { firstly { source }.get { print($0) } }
func guaranteeAtTheHead() -> Promise<Account> { cached(1).then { account($0.id) } }
func keyPath() -> Promise<String> { account(1).map(\.name) }
func asyncStep() -> Promise<String> {
  account(1).map { first in try await translated(first.name) }.map { $0 + "!" }
}
func severalStatements() -> Promise<Account> {
  account(1).then { first -> Promise<Account> in
    if first.id > 0 { return account(first.id) }
    throw Failure.missing
  }
}
func tuples() { when(fulfilled: account(1), account(2)).done { a, b in print(a.id + b.id) }.catch { print($0) } }
func threeValues() {
  when(fulfilled: account(1), cached(2), account(3)).map { a, b, c in a.id + b.id + c.id }.done { print($0) }
    .catch { print($0) }
}
func arrays() {
  when(fulfilled: [account(1), account(2)]).map { $0.map(\.id) }.done { print($0) }.catch { print($0) }
  when(fulfilled: (1..<3).map { account($0) }).map { all in all.map { $0.id } }.done { print($0) }.cauterize()
}
func recoverToAGuarantee() -> Guarantee<Account> { account(1).recover { _ in cached(2) } }
func recoverToAPromise() -> Promise<Account> {
  account(1).recover { error in
    if error is Failure { return account(2) }
    throw error
  }
}
func throwingStepOfAGuarantee() -> Promise<Int> {
  cached(1).map { first in
    if first.id < 0 { throw Failure.missing }
    return first.id
  }
}
func conditional() -> Promise<Account> { account(1).then { $0.id > 0 ? account(1) : account(2) } }
func guaranteeInTheMiddle() -> Promise<Int> {
  account(1).then { first in cached(first.id) }.map { $0.id + 1 }.then { id in account(id) }.map { $0.id }
}
func ensures() { account(1).ensure { print("done") }.tap { print($0) }.cauterize() }
func queues(_ queue: DispatchQueue) {
  account(1).map(on: queue) { $0.id }.done(on: .main) { print($0) }.catch(on: queue) { print($0) }
}
@MainActor final class AccountModel {
  var title = ""
  func load() { account(1).done { self.title = $0.name }.catch { self.title = "\($0)" } }
}
extension Promise { func logged() -> Promise<Value> { tap { print($0) } } }
extension Guarantee { func logged() -> Guarantee<Value> { get { print($0) } } }

// MARK: With a misspelled member

func misspelledAfterFirstly() {
  // expected-error@+1 {{value of type 'Account' has no member 'idd'}}
  firstly { account(1) }.then { first in account(first.id) }.map { second in second.idd }.done { print($0) }
    .ensure {}.catch { print($0) }
}
func misspelledInThenAfterFirstly() {
  // expected-error@+1 {{value of type 'Account' has no member 'idd'}}
  firstly { account(1) }.then { first in account(first.idd) }.map { $0.name }.done { print($0) }.catch { print($0) }
}
func misspelledInDoneAfterFirstly() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  firstly { account(1) }.done { print($0.nme) }.catch { print($0) }
}
func misspelledInFirstly() {
  // expected-error@+1 {{value of type 'Account' has no member 'idd'}}
  firstly { account(Account().idd) }.then { account($0.id) }.done { print($0) }.catch { print($0) }
}
func misspelledAfterAGuaranteeOfFirstly() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  firstly { cached(1) }.then { cached($0.id) }.done { print($0.nme) }
}
func misspelledAfterADelay() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  after(seconds: 1).then { account(1) }.done { print($0.nme) }.catch { print($0) }
}
func misspelledAfterGuarantees() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  cached(1).then { cached($0.id) }.map { $0.nme }.done { print($0) }
}
func misspelledAfterARace() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  race(account(1), account(2)).done { print($0.nme) }.catch { print($0) }
}
func misspelledInATuple() {
  account(1).then { first in account(first.id).map { (first, $0) } }
    .then { pair in when(fulfilled: account(pair.0.id), account(pair.1.id)) }
    // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
    .map { a, b in a.id + b.nme }.done { print($0) }.catch { print($0) }
}
func misspelledInThen() {
  // expected-error@+1 {{value of type 'Account' has no member 'idd'}}
  account(1).then { first in account(first.idd) }.map { $0.name }.done { print($0) }.catch { print($0) }
}
func misspelledInDone() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  account(1).then { account($0.id) }.done { print($0.nme) }.ensure {}.catch { print($0) }
}
func misspelledBesideAGuarantee() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  account(1).then { first in cached(first.id) }.map { $0.nme }.done { print($0) }.catch { print($0) }
}
func misspelledAfterRecover() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  account(1).recover { _ in account(2) }.map { $0.nme }.done { print($0) }.catch { print($0) }
}
func misspelledBesideAnAsyncStep() {
  // expected-error@+1 {{value of type 'Account' has no member 'nme'}}
  account(1).map { try await translated($0.nme) }.map { $0 + "!" }.done { print($0) }.catch { print($0) }
}
func misspelledOperator() {
  // expected-error@+1 {{value of type 'Promise<Account>' has no member 'thn'}}
  account(1).thn { account($0.id) }.map { $0.name }.done { print($0) }.catch { print($0) }
}
