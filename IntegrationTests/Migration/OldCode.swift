// The warnings in Swift 5 mode about handlers in code that has only changed its import. Migration.md describes a fix
// for each one, and `Migrated.swift` contains the fixed code.
//
// verify: -swift-version 5
import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary

protocol Handler { static func handle(_ number: Int) }
func fetch() -> Promise<Int> { .value(1) }

// MARK: Variables

func changes() {
  // expected-note@+1 {{variable defined here}}
  var request = 0
  // expected-warning@+4 {{reference to captured var 'request' in concurrently-executing code}}
  // expected-note@+3 {{variable captured by sendable closure}}
  // expected-note@+2 {{capturing use}}
  // expected-warning@+2 {{'request' mutated after capture by sendable closure}}
  fetch().done { print(request, $0) }.cauterize()
  request = 1
}

func counts() {
  var count = 0
  // expected-warning@+1 {{mutation of captured var 'count' in concurrently-executing code}}
  fetch().done { count += $0 }.cauterize()
}

// With `on:`, the compiler warns only if the variable changes afterwards.
func onQueues() {
  var count = 0
  fetch().done(on: .main) { count += $0 }.cauterize()
}

// MARK: Types

func metatype(_ type: any Handler.Type) {
  // expected-warning@+1 {{capture of 'type' with non-Sendable type 'any Handler.Type' in a '@Sendable' closure}}
  fetch().done { type.handle($0) }.cauterize()
}

func genericType<H: Handler>(_ type: H.Type) {
  // expected-warning@+1 {{capture of 'type' with non-Sendable type 'H.Type' in a '@Sendable' closure}}
  fetch().done { type.handle($0) }.cauterize()
}

// MARK: Functions

func triesAgain() -> Promise<Int> {
  // expected-warning@+1 {{concurrently-executed local function 'attempt()' must be marked as '@Sendable'}}
  func attempt() -> Promise<Int> { fetch().recover { _ in attempt() } }
  return attempt()
}

// expected-note@+1 {{parameter 'show' is implicitly non-Sendable}}
func byName(_ show: @escaping (Int) -> Void) {
  // expected-warning@+1 {{passing non-Sendable parameter 'show' to function expecting a '@Sendable' closure}}
  fetch().done(show).cauterize()
}

// MARK: Captures without a warning

class Model {
  var name = ""
  func show(_ completion: @escaping (String) -> Void) {
    fetch().done { self.name = "\($0)" }.done(on: .main) { completion(self.name) }.cauterize()
  }
}

@MainActor class Screen {
  var title = ""
  func show() { fetch().done { self.title = "\($0)" }.cauterize() }
}
