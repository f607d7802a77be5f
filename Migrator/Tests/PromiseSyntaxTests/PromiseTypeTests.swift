import PromiseSyntax
import SwiftSyntax
import Testing

@Suite struct PromiseTypeTests {
  @Test(arguments: [
    ("Promise<Int>", PromiseType.Kind.promise, "Int"), ("Guarantee<Void>", .guarantee, "Void"),
    ("PromiseKit.Promise<[String: Int]>", .promise, "[String: Int]"), ("Promises.Promise<Int?>", .promise, "Int?"),
    ("PromiseCore.Guarantee<(Int, Int)>", .guarantee, "(Int, Int)"),
    ("Promise<Promise<Int>>", .promise, "Promise<Int>"),
  ])
  func `a promise is told by its name and its argument`(text: String, kind: PromiseType.Kind, value: String) throws {
    let promise = try #require(PromiseType(try type(text)))
    #expect(promise.kind == kind)
    #expect(promise.value.trimmedDescription == value)
  }

  @Test(arguments: [
    "Promise", "Promise<Int, E>", "Promise<Int>?", "Other.Promise<Int>", "[Promise<Int>]", "PromiseLike<Int>", "Int",
    "some Promise<Int>", "(Promise<Int>, Int)",
  ])
  func `other types are none`(text: String) throws {
    #expect(PromiseType(try type(text)) == nil)
  }

  @Test func `no type is no promise`() { #expect(PromiseType(nil) == nil) }
}
