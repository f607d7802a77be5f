import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A race that has settled is no longer a consumer of a spared loser, so a later rejection of the loser is reported if
/// nothing else observes it.
@Suite(.sharingProcessors) struct RaceLoserPolicyTests {
  @Test func `the errors that race(fulfilled:) uses are not reported, even if it spares its losers`() {
    /// Returns the reports of a race of two promises that `settle` settles.
    func found(_ settle: ([Resolver<Int>]) -> Void) -> [String] {
      reports {
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        race(fulfilled: inputs.map(\.promise), losers: .spare).catch(on: nil) { _ in }
        settle(inputs.map(\.resolver))
      }
    }
    // Both errors are part of the error of the race.
    #expect(found { for resolver in $0 { resolver.reject(TestError.one) } } == [])
    let early = found {
      $0[0].reject(TestError.one)
      $0[1].fulfill(1)
    }
    #expect(early == [])
  }

  @Test func `the later rejection of a spared loser is reported after a race`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let whole = race([loser, .value(1)], losers: .spare)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1 && found.allSatisfy { $0.contains("unhandled rejection: two;") }, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after a race of pending inputs`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race([winner, loser], losers: .spare)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after race(fulfilled:)`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race(fulfilled: [loser, winner], losers: .spare)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported even if it lost another race as well`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let sparing = race([loser, winner, loser], losers: .spare)
      let canceling = race(fulfilled: [Promise.value(1), loser])
      #expect(canceling.value == 1)
      resolverOfWinner.fulfill(1)
      #expect(sparing.value == 1)
      resolver.reject(TestError.two)
      #expect(loser.isRejected)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is not reported if it has another observer`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let errors = Log<any Error>()
      loser.catch(on: nil) { errors($0) }
      #expect(race([loser, .value(1)], losers: .spare).value == 1)
      resolver.reject(TestError.two)
      #expect(errors.count == 1)
    }
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `the rejection of an input is not reported while the race is pending`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race(fulfilled: [loser, winner], losers: .spare)
      resolver.reject(TestError.two)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
    }
    #expect(found.isEmpty, "\(found)")
  }
}
