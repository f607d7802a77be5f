import SourceEditing
import Testing

@Suite struct TimeoutErrorTests {
  @Test func `the clause around a limit gets the new error`() throws {
    let departure = try Departure(
      """
      func f() async throws -> Int {
        do {
          return try await Promise { try await load() }.get(timeout: 5)
        } catch PromiseError.timedOut {
          throw Failure.late
        }
      }

      """)
    #expect(
      departure.text == """
        func f() async throws -> Int {
          do {
            return try await withTimeout(.seconds(5)) { try await load() }
          } catch is TimedOut {
            throw Failure.late
          }
        }

        """)
  }

  @Test(arguments: [
    // Another function may handle the error.
    "func g(_ error: any Error) -> Bool { error as? PromiseError == .timedOut }",
    "func g() async { do { try await h() } catch PromiseError.timedOut {} catch {} }",
    // It is not known which limit is meant.
    "func g() async { do { try await a.get(timeout: 1); try await b.get(timeout: 2) } catch PromiseError.timedOut {} catch {} }",
    // The error comes from a closure.
    "func g() async { do { try await r { try await a.get(timeout: 1) } } catch PromiseError.timedOut {} catch {} }",
  ])
  func `a limit remains if other code looks at its error`(other: String) throws {
    let function = "func f() async throws -> Int { try await Promise { try await load() }.get(timeout: 5) }\n"
    let departure = try Departure(function, other)
    #expect(departure.texts[0].contains("get(timeout: 5)"))
    #expect(departure.texts[1].contains("PromiseError.timedOut") || departure.texts[1].contains(".timedOut"))
  }

  @Test func `a race remains if code looks at its error`() throws {
    let race = "func f() async throws -> Int { try await race(fulfilled: Promise { try await load() }).get() }\n"
    #expect(try Departure(race).text.contains("firstSuccess"))
    #expect(try Departure(race, "let isLost = error == .noWinner").texts[0].contains("race(fulfilled:"))
  }
}
