import PromiseSyntax
import SwiftSyntax
import Testing

@Suite struct CallbackTypeTests {
  @Test(
    arguments: [
      ("@escaping () -> Void", [], false, ["escaping"]),
      ("@escaping (Int) -> ()", ["Int"], false, ["escaping"]),
      (
        "@escaping @Sendable @MainActor (Int?, (any Error)?) -> Void", ["Int?", "(any Error)?"], false,
        ["escaping", "Sendable", "MainActor"]
      ),
      ("((Int) -> Void)?", ["Int"], true, []),
      ("(@Sendable (Int) -> Void)?", ["Int"], true, ["Sendable"]),
      ("(((Int) -> Void))?", ["Int"], true, []),
      ("@escaping (_ user: User, Result<Int, E>) -> Void", ["User", "Result<Int, E>"], false, ["escaping"]),
    ] as [(String, [String], Bool, [String])])
  func `an escaping or optional function without a result is a handler`(
    text: String, parameters: [String], isOptional: Bool, attributes: [String]
  ) throws {
    let callback = try #require(CallbackType(try type(text)))
    #expect(callback.parameters.map(\.trimmedDescription) == parameters)
    #expect(callback.isOptional == isOptional)
    #expect(callback.attributes.map(\.attributeName.trimmedDescription) == attributes)
  }

  @Test(arguments: [
    "() -> Void", "@Sendable () -> Void", "@escaping () -> Int", "@escaping () async -> Void",
    "@escaping () throws -> Void", "Int", "Completion", "((Int) -> Void, Int)", "(done: () -> Void)?", "[() -> Void]",
  ])
  func `other types are none`(text: String) throws {
    #expect(CallbackType(try type(text)) == nil)
  }

  @Test(arguments: [
    ("Error", true), ("Error?", true), ("any Error", true), ("(any Error)?", true), ("Swift.Error?", true),
    ("NSError?", true), ("any Swift.Error", true), ("MyError", false), ("ErrorCode", false), ("[Error]", false),
    ("anyError", false),
  ])
  func `an error is told by its name`(text: String, isError: Bool) throws {
    #expect(CallbackType.isError(try type(text)) == isError)
  }

  @Test(arguments: [
    ("Result<Int, any Error>", true), ("Swift.Result<Int, E>", true), ("Result", false), ("ResultSet<Int>", false),
    ("AFResult<Int>", false),
  ])
  func `a result is told by its name and its arguments`(text: String, isResult: Bool) throws {
    #expect(CallbackType.isResult(try type(text)) == isResult)
  }
}
