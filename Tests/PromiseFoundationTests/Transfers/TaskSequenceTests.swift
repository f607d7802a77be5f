#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// The tasks of one transfer: what the request of the next one contains.
  @Suite(.sharingProcessors) struct TaskSequenceTests {
    private final class Nothing: Transfer {
      func willReceiveBody(_ task: URLSessionTask) {}
      func didReceive(_ data: Data, _ task: URLSessionTask) {}
      func didSend(_ count: Int64) {}
      func didComplete(_ response: URLResponse?, _ error: (any Error)?) {}
      func didCancel() {}
    }

    private func request(_ url: String, _ method: String = "POST", _ headers: [String: String] = [:]) -> URLRequest {
      var request = URLRequest(url: URL(string: url)!)
      request.httpMethod = method
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      return request
    }

    private func sequence(_ request: URLRequest) -> TaskSequence {
      TaskSequence(Nothing(), request, uploading: Data([1]))
    }

    @Test func `a transfer that has ended releases its alarm`() async {
      let (sequence, lifetime) = (sequence(request("https://example.com/a")), Lifetime())
      sequence.setAlarm(seconds: 1_000) { [object = lifetime.object()] in object.touch() }
      #expect(lifetime.alive == 1)
      sequence.endAlarm()
      await wait { lifetime.alive == 0 }
    }

    @Test func `a redirect with the same method sends the upload again`() {
      let sequence = sequence(request("https://example.com/a"))
      sequence.follow(request("https://example.com/b"))
      let plan = sequence.plan.withLock { $0 }
      #expect(plan.upload == Data([1]) && plan.request.url?.absoluteString == "https://example.com/b")
    }

    @Test func `a redirect with another method sends no upload`() {
      let sequence = sequence(request("https://example.com/a"))
      sequence.follow(request("https://example.com/b", "GET"))
      #expect(sequence.plan.withLock { $0.upload } == nil)
    }

    @Test func `a credential is sent with the next request, and counts as an answer until a redirect`() {
      let sequence = sequence(request("https://example.com/a"))
      sequence.logIn(URLCredential(user: "Ada", password: "b:c", persistence: .none))
      let plan = sequence.plan.withLock { $0 }
      #expect(plan.request.value(forHTTPHeaderField: "Authorization") == "Basic QWRhOmI6Yw==")
      #expect(plan.challengeCount == 1 && plan.credential?.user == "Ada")
      sequence.follow(request("https://example.com/b"))
      let next = sequence.plan.withLock { $0 }
      #expect(next.challengeCount == 0 && next.credential == nil)
    }

    @Test func `a redirect sends no stream again`() {
      let sequence = sequence(request("https://example.com/a"))
      var next = request("https://example.com/b", "GET", ["X": "1"])
      next.httpBodyStream = InputStream(data: Data([1]))
      #expect(sequence.redirected(next).httpBodyStream == nil)
    }

    @Test(arguments: [false, true]) func `only cookies of the user are sent with a redirect`(_ isOwn: Bool) {
      let own = isOwn ? ["Cookie": "a=1"] : [:]
      let sequence = sequence(request("https://example.com/a", "POST", own))
      let next = sequence.redirected(
        request("https://example.com/b", "GET", ["Cookie": "a=1", "Content-Length": "1", "X": "1"]))
      #expect(next.value(forHTTPHeaderField: "Cookie") == (isOwn ? "a=1" : nil))
      #expect(next.value(forHTTPHeaderField: "Content-Length") == nil)
      #expect(next.value(forHTTPHeaderField: "X") == "1")
    }
  }
#endif
