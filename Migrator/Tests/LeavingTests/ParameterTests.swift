import SourceEditing
import Testing

/// Functions that have the same name and other parameters.
@Suite struct ParameterTests {
  private static let service = """
    final class Service {
      func rent(at id: Int) async throws -> Int { id }
      func rent(at id: Int) -> Promise<Int> { Promise { try await self.rent(at: id) } }
    }

    """

  @Test(arguments: [
    "func rent(at id: Int, show: @escaping (Int) -> Void) {}",
    "func rent(at id: Int, for days: Int) -> Promise<Int> { make() }",
    "func rent(name: String, at id: Int) {}", "func rent(at id: Int, _ days: Int = 1, by name: String) {}",
  ])
  func `a function that needs more arguments is not called`(other: String) throws {
    let call = "func f(_ service: Service) async throws -> Int { try await service.rent(at: 1).get() }\n"
    let departure = try Departure(Self.service, "final class Screen {\n  \(other)\n}\n", call)
    #expect(departure.texts[2] == call.replacing(".get()", with: ""))
    #expect(!departure.texts[0].contains("Promise"))
  }

  @Test(arguments: [
    "func rent(at id: Int, for days: Int = 1) -> Promise<Int> { make() }",
    "func rent(name: String = \"\", at id: Int) -> Promise<Int> { make() }",
    "func rent(at id: Int, names: String...) -> Promise<Int> { make() }",
    "func rent(at ids: Int...) -> Promise<Int> { make() }",
    "override func rent(at id: Int, for days: Int) -> Promise<Int> { make() }",
  ])
  func `a function whose other parameters may be left out may be called`(other: String) throws {
    let call = "func f(_ service: Service) async throws -> Int { try await service.rent(at: 1).get() }\n"
    let departure = try Departure(Self.service, "class Screen: Service {\n  \(other)\n}\n", call)
    #expect(departure.texts[2].hasSuffix(call))
  }

  @Test(arguments: [
    ("rent(at: 1) { show($0) }", false), ("rent(at: 1, for: 2)", false), ("rent()", false), ("rent(at: 1)", true),
  ])
  func `a call with other arguments is no use of a function`(call: String, isUse: Bool) throws {
    let departure = try Departure(Self.service, "func f(_ service: Service) { service.\(call) }\n")
    #expect(departure.texts[0].contains("Promise") == isUse)
  }

  @Test func `a trailing closure is no number`() throws {
    let departure = try Departure(
      """
      func rent(at id: Int, for days: Int = 1) async throws -> Int { id }
      func rent(at id: Int, for days: Int = 1) -> Promise<Int> { Promise { try await rent(at: id, for: days) } }

      """, "func f() { rent(at: 1) { show($0) } }\n")
    #expect(!departure.texts[0].contains("Promise"))
  }

  @Test func `a trailing closure may be any of the last parameters`() throws {
    let departure = try Departure(
      """
      func rent(at id: Int, by name: String = "", check: @escaping () -> Bool) async throws -> Int { id }
      func rent(at id: Int, by name: String = "", check: @escaping () -> Bool) -> Promise<Int> {
        Promise { try await rent(at: id, by: name, check: check) }
      }

      """, "func f() { rent(at: 1) { true }.cauterize() }\n")
    #expect(departure.texts[0].contains("Promise"))
  }
}
