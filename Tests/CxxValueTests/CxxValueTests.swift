import PromiseConcurrency
import PromiseCore
import SelfRegisteringValue
import TestSupport
import Testing

extension SelfRegisteringValue: @unchecked @retroactive Sendable {}

/// A value that registers its own address must not be moved by copying its bytes. Each promise keeps such a value at
/// the address at which it was initialized, and destroys it there.
@Suite(.serialized) struct CxxValueTests {
  /// Runs `body` and expects that every value was used and destroyed at the address at which it was initialized.
  private func expectNoMistakes(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) rethrows {
    let mistakes = SelfRegisteringValue.getMistakeCount()
    let registered = SelfRegisteringValue.getRegisteredCount()
    try body()
    #expect(SelfRegisteringValue.getMistakeCount() == mistakes, sourceLocation: sourceLocation)
    #expect(SelfRegisteringValue.getRegisteredCount() == registered, sourceLocation: sourceLocation)
  }

  /// Tests the C++ class itself, without a promise.
  @Test func `a C++ value survives a trip through Swift`() {
    expectNoMistakes {
      let values = (0..<3).map { SelfRegisteringValue($0) }
      #expect(values.map { $0.getNumber() } == [0, 1, 2])
    }
  }

  @Test func `a C++ value does not change the layout of a promise`() throws {
    let (promise, resolver) = Promise<SelfRegisteringValue>.pending()
    #expect(PromiseLayout(of: promise) == .expected)
    let derived = try #require(promise.map(on: nil) { $0 } as? DerivedPromise)
    #expect(PromiseLayout(ofDerived: derived) == .expectedOfDerived)
    resolver.reject(CancellationError())
  }

  @Test func `a C++ value survives in a promise that is created with it`() {
    expectNoMistakes {
      let promise = Promise.value(SelfRegisteringValue(7))
      #expect(promise.value?.getNumber() == 7)
      #expect(promise.value?.getNumber() == 7)
    }
  }

  @Test func `a C++ value survives in a guarantee`() {
    expectNoMistakes {
      let (guarantee, resolve) = Guarantee<SelfRegisteringValue>.pending()
      resolve(SelfRegisteringValue(7))
      resolve(SelfRegisteringValue(8))
      #expect(guarantee.value?.getNumber() == 7)
    }
  }

  @Test func `a C++ value survives in a promise that a resolver fulfills`() {
    expectNoMistakes {
      let (promise, resolver) = Promise<SelfRegisteringValue>.pending()
      resolver.fulfill(SelfRegisteringValue(7))
      resolver.fulfill(SelfRegisteringValue(8))
      #expect(promise.value?.getNumber() == 7)
    }
  }

  @Test func `a C++ value survives in a chain`() {
    expectNoMistakes {
      let (start, resolver) = Promise<Int32>.pending()
      let chain = start.map(on: nil) { SelfRegisteringValue($0) }
        .map(on: nil) { $0 }
        .then(on: nil) { Promise.value($0) }
        .recover(on: nil) { throw $0 }
        .get(on: nil) { #expect($0.getNumber() == 7) }
      let whole = when(fulfilled: [chain, chain]).map(on: nil) { $0.map { $0.getNumber() } }
      resolver.fulfill(7)
      #expect(whole.value == [7, 7])
    }
  }
}
