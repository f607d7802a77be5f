import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `cauterize`: an error that nobody wants to deal with.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct CauterizeTests {
  @Test func theErrorIsReportedOnceWithThePlaceOfTheCall() {
    let line = #line + 1
    let reported = reports { Promise<Int>(error: TestError.one).map(on: nil) { $0 }.cauterize() }
    #expect(reported.count == 1)
    #expect(reported.first?.hasSuffix("CauterizeTests.swift:\(line): cauterized: one") == true)
  }

  @Test func itIsReportedWhenItHappens() {
    let reported = reports {
      let (promise, resolver) = Promise<Int>.pending()
      promise.cauterize()
      resolver.reject(TestError.two)
    }
    #expect(reported.count == 1 && reported.first?.hasSuffix("cauterized: two") == true)
  }

  @Test func valuesAndCancellationAreNotReported() {
    let reported = reports {
      Promise.value(1).cauterize()
      Promise<Int>(error: CancellationError()).cauterize()
      let (promise, resolver) = Promise<Int>.pending()
      promise.cauterize().cancel()
      #expect(resolver.isCancelled)
    }
    #expect(reported == [])
  }

  @Test func theOutcomeIsPassedOn() {
    let log = Log<String>()
    silently {
      let failed = Promise<Int>(error: TestError.one).cauterize().ensure(on: nil) { log("finally") }
      #expect(failed.error as? TestError == .one)
      #expect(Promise.value(1).cauterize().value == 1)
    }
    #expect(log.entries == ["finally"])
  }
}
