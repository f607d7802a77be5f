import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the description of a response that cannot be decoded says about the error of the decoder.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DecodingErrorSummaryTests {
  struct Group: Decodable, Sendable {
    enum Level: String, Decodable { case high, low }
    struct Member: Decodable, Sendable { let name: String }
    let members: [Member]
    let levels: [String: Level]
  }
  @Test(arguments: [
    (#"{"SECRET": }"#, "it is invalid."), (#"["SECRET"]"#, "it is not of type Dictionary<String, Any>."),
    (#"{"members": [{"name": "A"}, {"SECRET": 1}]}"#, "`members[1].name` is missing."),
    (#"{"members": [{"name": null}]}"#, "`members[0].name` has no value, and must be of type String."),
    (#"{"members": [{"name": ["SECRET"]}]}"#, "`members[0].name` is not of type String."),
    (#"{"members": [], "levels": {"SECRET": "SECRET"}}"#, "`levels.*` is invalid."),
  ])
  func `the description says where the body differs, without its text`(_ body: String, _ text: String) async throws {
    let stub = Stub(headers: ["Content-Type": "application/json"], body: body)
    let error = try await requireRejected(stub.session.get(stub.url).decode(Group.self))
    #expect("\(error)".contains(" cannot be decoded: \(text) Its body has"), "\(error)")
    #expect(!"\(error)".contains("SECRET"))
  }
}
