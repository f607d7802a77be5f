#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// The tasks that carry out a transfer: the first one, and another one after each redirect and each challenge.
  final class TaskSequence: Sendable {
    /// What the next task sends. It changes only while the transfer is deciding.
    struct Plan: Sendable {
      var request: URLRequest
      /// The body to upload, or `nil` if it is that of the request.
      var upload: Data?
      var redirectCount = 0
      var challengeCount = 0
      /// The last credential that has been sent.
      var credential: URLCredential?
    }

    let transfer: any Transfer
    let state = Lock(TransferStateMachine<URLSessionTask>())
    let plan: Lock<Plan>
    /// Whether the program has set the cookies of the request. Otherwise, they are those of the session.
    private let hasOwnCookies: Bool
    /// Fires when the transfer has taken too long. It is set before the first task is created.
    private let alarm = Lock<SharedTimer?>(nil)

    init(_ transfer: any Transfer, _ request: URLRequest, uploading upload: Data?) {
      self.transfer = transfer
      plan = Lock(Plan(request: request, upload: upload))
      hasOwnCookies = request.value(forHTTPHeaderField: "Cookie") != nil
    }

    /// Calls `onTimeout` after an interval, unless the transfer ends before.
    func setAlarm(seconds: Double, _ onTimeout: @escaping @Sendable () -> Void) {
      let timer = SharedTimer(after: TimerInterval(seconds: seconds).nanoseconds, onTimeout)
      alarm.withLock { $0 = timer }
    }

    /// Releases the alarm, and what it retains.
    func endAlarm() { alarm.withLock { $0.take() }?.cancel() }

    /// Returns the request that follows a redirect, without the credentials that are not meant for its server.
    func redirected(_ request: URLRequest) -> URLRequest {
      var request = request.droppingCredentials(ifSentElsewhereThan: plan.withLock { $0.request })
      // The session sets the cookies of each task, which the redirect may have changed.
      if !hasOwnCookies { request.setValue(nil, forHTTPHeaderField: "Cookie") }
      // The next request may have no body. Foundation adds the length of one.
      request.setValue(nil, forHTTPHeaderField: "Content-Length")
      // A stream can be read only once. Foundation sends no body after a redirect.
      if request.httpBodyStream != nil { request.httpBodyStream = nil }
      return request
    }

    /// Plans the task that follows a redirect.
    func follow(_ request: URLRequest) {
      plan.withLock { plan in
        if request.httpMethod != plan.request.httpMethod { plan.upload = nil }
        plan.request = request
        plan.challengeCount = 0
        plan.credential = nil
      }
    }

    /// Plans the task that sends a credential.
    func logIn(_ credential: URLCredential) {
      let name = "\(credential.user ?? ""):\(credential.password ?? "")"
      let value = "Basic \(Data(name.utf8).base64EncodedString())"
      plan.withLock { plan in
        plan.request.setValue(value, forHTTPHeaderField: "Authorization")
        plan.challengeCount += 1
        plan.credential = credential
      }
    }
  }
#endif
