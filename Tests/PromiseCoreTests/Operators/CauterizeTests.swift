import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `cauterize`: reports an error instead of handling it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CauterizeTests {
  @Test func `the error is reported once, with the location of the call to cauterize`() {
    let line = #line + 1
    let reported = reports { Promise<Int>(error: TestError.one).map(on: nil) { $0 }.cauterize() }
    #expect(reported.count == 1)
    #expect(reported.first?.hasSuffix("CauterizeTests.swift:\(line): cauterized: one") == true)
  }

  @Test func `an error of a pending promise is reported when the promise is rejected`() {
    let reported = reports {
      let (promise, resolver) = Promise<Int>.pending()
      promise.cauterize()
      resolver.reject(TestError.two)
    }
    #expect(reported.count == 1 && reported.first?.hasSuffix("cauterized: two") == true)
  }

  @Test func `values and cancellation are not reported`() {
    let reported = reports {
      Promise.value(1).cauterize()
      Promise<Int>(error: CancellationError()).cauterize()
      let (promise, resolver) = Promise<Int>.pending()
      promise.cauterize().cancel()
      #expect(resolver.isCancelled)
    }
    #expect(reported == [])
  }

  @Test func `cauterize passes the outcome on`() {
    let log = Log<String>()
    silently {
      let failed = Promise<Int>(error: TestError.one).cauterize().ensure(on: nil) { log("finally") }
      #expect(failed.error as? TestError == .one)
      #expect(Promise.value(1).cauterize().value == 1)
    }
    #expect(log.entries == ["finally"])
  }
}
