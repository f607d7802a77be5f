// Forms: losers

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A form with `losers:`, which decides whether its losers are canceled.
private struct LoserForm: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Lets a promise lose, with a policy.
  let lose: @Sendable (Promise<Int>, LoserPolicy) async -> Void
  /// Lets a promise lose, with the default policy.
  let loseByDefault: @Sendable (Promise<Int>) async -> Void

  init(
    _ name: String, _ lose: @escaping @Sendable (Promise<Int>, LoserPolicy) async -> Void,
    byDefault loseByDefault: @escaping @Sendable (Promise<Int>) async -> Void
  ) {
    testDescription = name
    self.lose = lose
    self.loseByDefault = loseByDefault
  }

  static let races = [
    LoserForm("race(array)") {
      _ = await race([$0, .value(1)], losers: $1).getResult()
    } byDefault: {
      _ = await race([$0, .value(1)]).getResult()
    },
    LoserForm("race(variadic)") {
      _ = await race($0, .value(1), losers: $1).getResult()
    } byDefault: {
      _ = await race($0, .value(1)).getResult()
    },
    LoserForm("race(guarantees)") {
      _ = await race($0.recovered(), .value(1), losers: $1).getResult()
    } byDefault: {
      _ = await race($0.recovered(), .value(1)).getResult()
    },
    LoserForm("race(fulfilled: array)") {
      _ = await race(fulfilled: [$0, .value(1)], losers: $1).getResult()
    } byDefault: {
      _ = await race(fulfilled: [$0, .value(1)]).getResult()
    },
    LoserForm("race(fulfilled: variadic)") {
      _ = await race(fulfilled: $0, .value(1), losers: $1).getResult()
    } byDefault: {
      _ = await race(fulfilled: $0, .value(1)).getResult()
    },
  ]

  static let timeouts = [
    LoserForm("timeout(seconds:)") {
      _ = await $0.timeout(seconds: 0, losers: $1).getResult()
    } byDefault: {
      _ = await $0.timeout(seconds: 0).getResult()
    },
    LoserForm("timeout(DispatchTimeInterval)") {
      _ = await $0.timeout(.nanoseconds(0), losers: $1).getResult()
    } byDefault: {
      _ = await $0.timeout(.nanoseconds(0)).getResult()
    },
    LoserForm("timeout(Duration)") {
      _ = await $0.timeout(Duration.zero, losers: $1).getResult()
    } byDefault: {
      _ = await $0.timeout(Duration.zero).getResult()
    },
    LoserForm("get(timeout: seconds)") {
      _ = try? await $0.get(timeout: 0 as Double, losers: $1)
    } byDefault: {
      _ = try? await $0.get(timeout: 0 as Double)
    },
    LoserForm("get(timeout: DispatchTimeInterval)") {
      _ = try? await $0.get(timeout: .nanoseconds(0), losers: $1)
    } byDefault: {
      _ = try? await $0.get(timeout: .nanoseconds(0))
    },
    LoserForm("get(timeout: Duration)") {
      _ = try? await $0.get(timeout: Duration.zero, losers: $1)
    } byDefault: {
      _ = try? await $0.get(timeout: Duration.zero)
    },
    LoserForm("guarantee.get(timeout: seconds)") {
      _ = try? await $0.recovered().get(timeout: 0 as Double, losers: $1)
    } byDefault: {
      _ = try? await $0.recovered().get(timeout: 0 as Double)
    },
    LoserForm("guarantee.get(timeout: DispatchTimeInterval)") {
      _ = try? await $0.recovered().get(timeout: .nanoseconds(0), losers: $1)
    } byDefault: {
      _ = try? await $0.recovered().get(timeout: .nanoseconds(0))
    },
    LoserForm("guarantee.get(timeout: Duration)") {
      _ = try? await $0.recovered().get(timeout: Duration.zero, losers: $1)
    } byDefault: {
      _ = try? await $0.recovered().get(timeout: Duration.zero)
    },
  ]
}

extension Promise<Int> {
  /// A guarantee derived from this promise, which recovers from every error.
  fileprivate func recovered() -> Guarantee<Int> { recover(on: nil) { _ in .value(0) } }
}

/// Every form with `losers:` cancels its losers, or spares them.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore)) struct LoserFormTests
{
  @Test(arguments: LoserForm.races + LoserForm.timeouts)
  private func `a loser is canceled by default and on request, and spared on request`(_ form: LoserForm) async {
    let (spared, canceled, byDefault) = (pendingNumber(), pendingNumber(), pendingNumber())
    await form.lose(spared.promise, .spare)
    await form.lose(canceled.promise, .cancel)
    await form.loseByDefault(byDefault.promise)
    // A timer that fires before a task has suspended ends the wait first and cancels the promise afterward.
    await wait { canceled.promise.isSettled && byDefault.promise.isSettled }
    let states = [spared, canceled, byDefault].map(\.promise.isCancelled)
    #expect(states == [false, true, true])
    #expect(spared.promise.isPending)
  }

  private func pendingNumber() -> (promise: Promise<Int>, resolver: Resolver<Int>) { Promise.pending() }
}
