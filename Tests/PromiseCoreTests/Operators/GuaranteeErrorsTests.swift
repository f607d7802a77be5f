import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `catch` and `recover` of a guarantee, which only warn about a mistake, still do what the chain would do otherwise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct GuaranteeErrorsTests {
  @Test func `a catch or recover on a guarantee passes the value on`() async throws {
    let log = Log<String>()
    for attach in forms(of: Forms.self) {
      let (guarantee, fulfill) = Guarantee<Int>.pending()
      let end = attach(guarantee, log)
      fulfill(1)
      #expect(try await end.get() == 1)
    }
    #expect(log.entries == [])
  }

  @Test func `a catch or recover on a guarantee handles its abandonment`() async throws {
    let log = Log<String>()
    let ends = silently { forms(of: Forms.self).map { $0(Guarantee<Int>.pending().guarantee, log) } }
    for end in ends { _ = await end.getResult() }
    #expect(log.entries.count == ends.count && log.entries.allSatisfy { $0.contains("abandoned") })
    #expect(ends.compactMap(\.value) == [2, 2, 2, 2])
  }

  @Test(arguments: [CatchPolicy.allErrors, .allErrorsExceptCancellation])
  func `the policy of a catch on a guarantee decides whether it sees the cancellation of its promise`(
    _ policy: CatchPolicy
  ) async {
    let log = Log<String>()
    let (guarantee, fulfill) = Guarantee<Int>.pending()
    let ends = formsWithPolicy(of: Forms.self).map { $0(guarantee, policy, log) }
    for end in ends { end.cancel() }
    fulfill(1)
    if policy == .allErrors { await wait { log.count == ends.count } }
    await promisesSettled()
    let expected = policy == .allErrors ? ends.map { _ in "CancellationError()" } : []
    #expect(log.entries == expected)
  }

  @Test func `the handler of a catch or recover on a guarantee has its flags`() async {
    let here = BarrierQueue()
    let ends = silently { formsWithFlags(of: Forms.self).map { $0(Guarantee<Int>.pending().guarantee, here) } }
    for end in ends { _ = await end.getResult() }
    #expect(here.count == ends.count)
  }
}

private typealias Form = @Sendable (Guarantee<Int>, Log<String>) -> Promise<Int>
private typealias FormWithPolicy = @Sendable (Guarantee<Int>, CatchPolicy, Log<String>) -> Promise<Int>
private typealias FormWithFlags = @Sendable (Guarantee<Int>, BarrierQueue) -> Promise<Int>

/// Lets a test call deprecated functions without warnings.
private protocol UsingDeprecatedForms {
  static var forms: [Form] { get }
  static var formsWithPolicy: [FormWithPolicy] { get }
  static var formsWithFlags: [FormWithFlags] { get }
}

private func forms<Code: UsingDeprecatedForms>(of code: Code.Type) -> [Form] { code.forms }

private func formsWithPolicy<Code: UsingDeprecatedForms>(of code: Code.Type) -> [FormWithPolicy] {
  code.formsWithPolicy
}

private func formsWithFlags<Code: UsingDeprecatedForms>(of code: Code.Type) -> [FormWithFlags] { code.formsWithFlags }

private enum Forms: UsingDeprecatedForms {
  private static let queue = DispatchQueue(label: "GuaranteeErrorsTests")

  @available(*, deprecated, message: "Calls functions that warn.")
  static var forms: [Form] {
    [
      { guarantee, log in guarantee.catch { log("\($0)") } },
      { guarantee, log in guarantee.catch(on: queue) { log("\($0)") } },
      { guarantee, log in guarantee.catch(only: PromiseError.self) { log("\($0)") } },
      { guarantee, log in guarantee.catch(only: PromiseError.self, on: queue) { log("\($0)") } },
      { guarantee, log in
        guarantee.catch { error in
          await Task.yield()
          log("\(error)")
        }
      },
      { guarantee, log in
        let end: Guarantee<Int> = guarantee.recover { error in
          log("\(error)")
          return .value(2)
        }
        return Promise(end)
      },
      { guarantee, log in
        let end: Guarantee<Int> = guarantee.recover(on: queue) { error in
          log("\(error)")
          return .value(2)
        }
        return Promise(end)
      },
      { guarantee, log in
        guarantee.recover { error in
          log("\(error)")
          return Promise.value(2)
        }
      },
      { guarantee, log in
        guarantee.recover(on: queue) { error in
          log("\(error)")
          return Promise.value(2)
        }
      },
    ]
  }

  /// The forms whose policy makes a difference: a `recover` is not called when its promise is canceled.
  @available(*, deprecated, message: "Calls functions that warn.")
  static var formsWithPolicy: [FormWithPolicy] {
    let only = CancellationError.self
    return [
      { guarantee, policy, log in guarantee.catch(policy: policy) { log("\($0)") } },
      { guarantee, policy, log in guarantee.catch(on: nil, policy: policy) { log("\($0)") } },
      { guarantee, policy, log in guarantee.catch(only: only, policy: policy) { log("\($0)") } },
      { guarantee, policy, log in guarantee.catch(only: only, on: nil, policy: policy) { log("\($0)") } },
      { guarantee, policy, log in
        guarantee.catch(policy: policy) { error in
          await Task.yield()
          log("\(error)")
        }
      },
    ]
  }

  @available(*, deprecated, message: "Calls functions that warn.")
  static var formsWithFlags: [FormWithFlags] {
    [
      { guarantee, here in guarantee.catch(on: here.queue, flags: .barrier) { _ in here.note() } },
      { guarantee, here in
        guarantee.catch(only: PromiseError.self, on: here.queue, flags: .barrier) { _ in here.note() }
      },
      { guarantee, here in
        let end: Guarantee<Int> = guarantee.recover(on: here.queue, flags: .barrier) { _ in
          here.note()
          return .value(2)
        }
        return Promise(end)
      },
      { guarantee, here in
        guarantee.recover(on: here.queue, flags: .barrier) { _ in
          here.note()
          return Promise.value(2)
        }
      },
    ]
  }
}
