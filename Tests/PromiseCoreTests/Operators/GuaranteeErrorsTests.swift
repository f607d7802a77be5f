import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `catch` and `recover` of a guarantee, which only warn about a mistake, still do what the chain would do otherwise.
@Suite(.promises(timeLimit: .testLimit)) struct GuaranteeErrorsTests {
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
}

private typealias Form = @Sendable (Guarantee<Int>, Log<String>) -> Promise<Int>

/// Lets a test call deprecated functions without warnings.
private protocol UsingDeprecatedForms {
  static var forms: [Form] { get }
}

private func forms<Code: UsingDeprecatedForms>(of code: Code.Type) -> [Form] { code.forms }

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
}
