// The first build after a file's import has changed: the errors that Migration.md lists on the path from PromiseKit.
//
// verify: -swift-version 5
import Foundation
@_spi(PromiseKit) import PromiseKitVocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func fetch() -> Promise<Int> { .value(1) }

// MARK: Results

func shows() {
  when(resolved: [fetch()]).done { results in
    for result in results {
      // expected-error@+1 {{member 'fulfilled' expects argument of type 'Int'}}
      if case .fulfilled = result {}
      // expected-error@+1 {{'let' binding pattern cannot appear in an expression}}
      if case .fulfilled(let number) = result { print(number) }
      // expected-error@+1 {{pattern variable binding cannot appear in an expression}}
      if case let .fulfilled(number) = result { print(number) }
      if case .success(let number) = result { print(number) }
    }
  }
}

extension Result where Failure == any Error {
  // expected-error@+1 {{cannot find type 'T' in scope}}
  var found: T? { nil }
}

// MARK: Qualified names

func qualified() {
  // expected-error@+1 {{cannot find 'PromiseKit' in scope}}
  PromiseKit.firstly { fetch() }.cauterize()
  PromiseCore.firstly { fetch() }.cauterize()
}

// MARK: Errors

func explains(_ error: PMKError) -> String {  // expected-warning {{'PMKError' is deprecated: renamed to 'PromiseError'}} expected-note {{use 'PromiseError' instead}}
  // expected-error@+2 {{switch must be exhaustive}}
  // expected-note@+1 5 {{add missing case}}
  switch error {
  case .cancelled, .badInput, .returnedSelf, .invalidCallingConvention, .compactMap, .emptySequence, .noWinner: "known"
  }
}

// MARK: Additions to Foundation

func additions(_ url: URL) {
  // expected-error@+2 {{cannot infer contextual base in reference to member 'promise'}}
  // expected-error@+1 {{extra argument in call}}
  _ = URLSession.shared.dataTask(.promise, with: url)
  // expected-error@+1 {{value of type 'NotificationCenter' has no member 'observe'}}
  _ = NotificationCenter.default.observe(once: Notification.Name("appeared"))
}
// expected-error@+1 {{cannot find type 'PMKHTTPError' in scope}}
func status(_ error: any Error) -> Bool { error is PMKHTTPError }

// MARK: Chains

struct User: Sendable { var name = "" }
func fetchUser() -> Promise<User> { .value(User()) }
func names() {
  // expected-error@+1 {{value of type 'User' has no member 'nam'}}
  firstly { fetchUser() }.then { _ in fetchUser() }.map { $0.nam }.done { print($0) }.cauterize()
}

// An extension of the protocol, which has no operators.
extension Thenable {
  // expected-error@+1 {{cannot find 'map' in scope}}
  func described() -> Promise<String> { map { "\($0)" } }
  // expected-error@+1 {{value of type 'Self' has no member 'map'}}
  func printed() -> Promise<String> { self.map { "\($0)" } }
  func logged() -> Promise<Value> { promise.tap { print($0) } }
}
// expected-error@+1 {{value of type 'some Thenable<User>' has no member 'map'}}
func name(of source: some Thenable<User>) -> Promise<String> { source.map { $0.name } }
