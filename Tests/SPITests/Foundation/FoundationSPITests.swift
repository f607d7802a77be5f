import Foundation
@_spi(PromiseKit) import PromiseKitFoundationVocabulary
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// PromiseKit's additions to Foundation, with the types and the behavior that they have there.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FoundationSPITests {
  @Test(arguments: cases(of: Cases.self)) func `Foundation's additions behave as in PromiseKit`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("validate throws PMKHTTPError with the whole body") { try await Code().validate() },
      Case("validate passes a valid response and other errors on") { try await Code().validateOthers() },
      Case("PMKHTTPError prints no secrets") { try await Code().description() },
      Case("PMKError has an error description") {
        #expect(PMKError.timedOut.errorDescription == PMKError.timedOut.description)
      },
      Case("observe returns a guarantee of a notification with its payload") { try await Code().observe() },
      Case("a released guarantee of a notification is still fulfilled") { Code().observeReleased() },
      Case("launch returns pipes that contain output of any length") { try await Code().launch() },
      Case("launch is rejected with a failure") { try await Code().launchFailing() },
    ]
  }
}

@available(*, deprecated)
private struct Code {
  private func response(
    _ status: Int, _ body: String
  ) throws -> Promise<(data: Data, response: URLResponse)> {
    let url = try #require(URL(string: "https://host/path?token=secret"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Set-Cookie": "secret"]))
    return .value((Data(body.utf8), response))
  }

  func validate() async throws {
    let body = #"{"a": "\#(String(repeating: "x", count: 5_000))"}"#
    let error = await #expect(throws: PMKHTTPError.self) { try await response(404, body).validate().get().data }
    guard case .badStatusCode(404, Data(body.utf8), let response)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(response.statusCode == 404)
    #expect(error?.decodeResponse([String: String].self)?["a"]?.count == 5_000)
    #expect(error?.decodeResponse([Int].self) == nil)
    #expect((error?.jsonDictionary as? [String: Any])?.count == 1)
    #expect(error?.failureReason == body)
    #expect(error?.errorDescription == error?.description)
  }

  func validateOthers() async throws {
    #expect(try await response(200, "text").validate().get().data == Data("text".utf8))
    let failed = Promise<(data: Data, response: URLResponse)>(error: TestError.one)
    await #expect(throws: TestError.one) { try await failed.validate().get().data }
  }

  func description() async throws {
    let error = await #expect(throws: PMKHTTPError.self) {
      try await response(401, "Cookie: secret").validate().get().data
    }
    let text = try #require(error?.description)
    #expect(text.contains("status 401"))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!(text + dumped + String(reflecting: error)).contains("secret"))
  }

  func observe() async throws {
    let center = NotificationCenter()
    let guarantee: Guarantee<ObservedNotification> = center.observe(once: Notification.Name("name"))
    center.post(name: Notification.Name("name"), object: "object", userInfo: ["key": 1])
    let notification = await guarantee.get()
    #expect(notification.userInfo?["key"] as? Int == 1)
    #expect(notification.foundationNotification.name.rawValue == "name")
    #expect(notification.object as? String == "object")
  }

  func observeReleased() {
    let center = NotificationCenter()
    let log = Log<Int>()
    center.observe(once: Notification.Name("name")).done(on: nil) { log($0.userInfo?["key"] as? Int ?? 0) }
    center.post(name: Notification.Name("name"), object: nil, userInfo: ["key": 1])
    #expect(log.entries == [1])
  }

  private func shell(_ command: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    return process
  }

  func launch() async throws {
    let std: (out: Pipe, err: Pipe) = try await shell("head -c 100000 /dev/zero; echo err >&2").launch(.promise).get()
    #expect(std.out.fileHandleForReading.readDataToEndOfFile() == Data(count: 100_000))
    #expect(std.err.fileHandleForReading.readDataToEndOfFile() == Data("err\n".utf8))
  }

  func launchFailing() async throws {
    let error = await #expect(throws: ProcessFailure.self) {
      try await shell("exit 3").launch(.promise).get().out.fileHandleForReading
    }
    #expect("\(String(describing: error))".contains("exited with status 3"))
  }
}
