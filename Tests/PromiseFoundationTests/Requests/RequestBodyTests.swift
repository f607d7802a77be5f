import Foundation
import TestSupport
import Testing

@testable import PromiseFoundation

/// The data and the content type of each kind of body.
@Suite(.sharingProcessors) struct RequestBodyTests {
  private struct User: Encodable {
    var name = "Ada"
  }

  private func text(_ body: RequestBody) throws -> String { String(decoding: try body.data.get(), as: UTF8.self) }

  @Test func `data is sent as it is`() throws {
    let data = Data([0, 255])
    #expect(try RequestBody.data(data).data.get() == data)
    #expect(RequestBody.data(data).contentType == "application/octet-stream")
    #expect(RequestBody.data(data, contentType: "image/png").contentType == "image/png")
  }

  @Test func `a value is encoded as JSON`() throws {
    let body = RequestBody.json(User())
    #expect(try text(body) == #"{"name":"Ada"}"#)
    #expect(body.contentType == "application/json")
  }

  @Test func `the encoder of the user encodes a value`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    #expect(try text(.json(User(), encoder: encoder)).contains("\n"))
  }

  @Test func `a dictionary of several types is encoded as JSON`() throws {
    let object: [String: Any] = ["list": [1, 2]]
    let body = RequestBody.json(object)
    #expect(try text(body) == #"{"list":[1,2]}"#)
    #expect(body.contentType == "application/json")
  }

  @Test func `what JSON cannot represent is an error`() {
    let object: [String: Any] = ["date": Date()]
    #expect(throws: EncodingError.self) { try RequestBody.json(object).data.get() }
    #expect(throws: EncodingError.self) { try RequestBody.json([Double.nan]).data.get() }
  }

  @Test func `fields are encoded as a form`() throws {
    let body = RequestBody.form(["b": "x y", "a": "1"])
    #expect(try text(body) == "a=1&b=x%20y")
    #expect(body.contentType == "application/x-www-form-urlencoded; charset=utf-8")
  }
}
