import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The descriptions of promises and guarantees.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DescriptionTests {
  /// Returns the debug description up to the creation site.
  private func state(of promise: some CustomDebugStringConvertible) -> String {
    promise.debugDescription.components(before: " at PromiseCoreTests/DescriptionTests.swift:")
  }

  @Test func `the debug description includes the creation site`() {
    let promise = Promise.value(3, file: "A/B.swift", line: 7)
    #expect(promise.debugDescription == "Promise<Int>.fulfilled(3) at A/B.swift:7")
    let derived = promise.map(on: nil, { $0 }, file: "A/C.swift", line: 8)
    #expect(String(reflecting: derived) == "Promise<Int>.fulfilled(3) at A/C.swift:8")
    #expect(promise.description == "Promise(3)")
  }

  @Test func `the description of a pending promise shows its value type`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect("\(promise)" == "Promise(…Int)")
    #expect(state(of: promise) == "Promise<Int>.pending(handlers: 0)")
    resolver.fulfill(1)
  }

  @Test func `the debug description includes the number of attached handlers`() {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = [promise.map(on: nil) { $0 }, promise.get(on: nil) { _ in }]
    #expect(state(of: promise) == "Promise<Int>.pending(handlers: 2)")
    #expect(state(of: derived[0]) == "Promise<Int>.pending(handlers: 0)")
    resolver.fulfill(1)
    #expect(state(of: promise) == "Promise<Int>.fulfilled(1)")
    let (guarantee, seal) = Guarantee<Int>.pending()
    guarantee.done(on: nil) { _ in }
    #expect(state(of: guarantee) == "Guarantee<Int>.pending(handlers: 1)")
    seal(1)
  }

  @Test func `the description of a fulfilled promise shows its value`() {
    #expect("\(Promise.value(3))" == "Promise(3)")
    #expect(state(of: Promise.value(3)) == "Promise<Int>.fulfilled(3)")
    #expect("\(Promise.value("text"))" == "Promise(text)")
    #expect("\(Promise<Void>())" == "Promise(())")
  }

  @Test func `the description of a rejected promise shows its error`() {
    let failed = Promise<Int>(error: TestError.one)
    #expect("\(failed)" == "Promise(one)")
    #expect(state(of: failed) == "Promise<Int>.rejected(TestError.one)")
    #expect(failed.error != nil)
  }

  @Test func `reading the description of a rejected promise does not handle its error`() {
    let reported = reports {
      let failed = Promise<Int>(error: TestError.one)
      _ = (failed.description, failed.debugDescription)
    }
    #expect(reported.count == 1)
  }

  @Test func `the description of a guarantee shows its value type or its value`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    #expect("\(guarantee)" == "Guarantee(…Int)")
    #expect(state(of: guarantee) == "Guarantee<Int>.pending(handlers: 0)")
    seal(3)
    #expect("\(guarantee)" == "Guarantee(3)")
    #expect(state(of: guarantee) == "Guarantee<Int>.fulfilled(3)")
  }

  @Test func `an abandoned guarantee is described as pending`() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    #expect("\(guarantee)" == "Guarantee(…Int)")
  }
}

extension String {
  fileprivate func components(before separator: String) -> String {
    guard let range = firstRange(of: separator) else { return self }
    return String(self[..<range.lowerBound])
  }
}
