#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// The session that runs the transfers of a user's session on Linux, and its delegate.
  ///
  /// In this version of Foundation, only the delegate of a session receives the bytes of its tasks one by one, and
  /// canceling a task is safe only with a delegate and without a cache. With a cache, canceling a task that is just
  /// ending traps; canceling one of the `async` functions can block the session forever
  /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5412). So the tasks run in a session with the same
  /// configuration, except for the cache. ``TransferStateMachine`` says how they follow redirects.
  final class TransferSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// The queue that cancels tasks.
    ///
    /// Foundation waits for the queue of all its sessions when it cancels a task, and must not do so on that queue, where
    /// it runs a `URLProtocol`.
    private static let cancellationQueue = DispatchQueue(label: "PromiseFoundation.TransferSession")

    // `session` is set before the object is shared. The other properties are locked or do not change.
    private var session: URLSession!
    /// The user's session, which the pool retains during its transfers, and its key there.
    private weak let owner: URLSession?
    private let key: ObjectIdentifier
    /// The delegate of the user's session, which decides about redirects and credentials, on its own queue. It is kept,
    /// because a session that is invalidated releases its delegate.
    private let delegate: (any URLSessionTaskDelegate)?
    private let delegateQueue: OperationQueue
    /// The headers with credentials that the configuration adds. They belong to the first request of a transfer, and not
    /// to those that follow a redirect.
    private let credentialHeaders: [String: String]
    /// The transfers that have not ended, by the identifiers of their tasks.
    private let sequences = Lock<[Int: TaskSequence]>([:])

    init(_ owner: URLSession) {
      self.owner = owner
      key = ObjectIdentifier(owner)
      delegate = owner.delegate as? any URLSessionTaskDelegate
      delegateQueue = owner.delegateQueue
      let configuration = owner.configuration.copy() as! URLSessionConfiguration
      configuration.urlCache = nil
      configuration.timeoutIntervalForRequest = configuration.timeoutIntervalForRequest.finiteTimeout
      let headers = configuration.httpAdditionalHeaders as? [String: String] ?? [:]
      credentialHeaders = headers.filter { $0.key.isNameOfCredential }
      for name in credentialHeaders.keys { configuration.httpAdditionalHeaders?.removeValue(forKey: name) }
      super.init()
      session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    /// Starts a transfer, and lets its promise cancel it.
    ///
    /// - Parameters:
    ///   - upload: The body to upload, or `nil` if it is that of the request.
    func start<Value>(
      _ transfer: some Transfer, _ request: URLRequest, uploading upload: Data? = nil, _ resolver: Resolver<Value>
    ) {
      var request = request
      for (name, value) in credentialHeaders where request.value(forHTTPHeaderField: name) == nil {
        request.setValue(value, forHTTPHeaderField: name)
      }
      let sequence = TaskSequence(transfer, request, uploading: upload)
      limitTime(of: sequence)
      resolver.onCancel { [self] in
        transfer.didCancel()
        _ = stop(sequence)
      }
      startTask(of: sequence)
    }

    /// Closes the connections, and releases this delegate, when all tasks have ended.
    ///
    /// This does not cancel the tasks, because Foundation enumerates them without a lock. They have been canceled before.
    func invalidate() { session.finishTasksAndInvalidate() }

    // MARK: - Tasks of a transfer

    /// Limits the time of a transfer, which Foundation does not do on Linux. By default, the limit is a week.
    private func limitTime(of sequence: TaskSequence) {
      let limit = session.configuration.timeoutIntervalForResource
      guard limit < Self.defaultTimeLimit else { return }  // equivalent boundary: Foundation has that limit as well.
      sequence.setAlarm(seconds: max(limit, 0)) { [self] in
        let url = sequence.plan.withLock { $0.request.url }
        guard stop(sequence) else { return }
        session.delegateQueue.addOperation {
          sequence.transfer.didComplete(nil, URLError(.timedOut, url, "The transfer timed out."))
        }
      }
    }

    /// Cancels the task of a transfer. Returns whether the transfer has not ended before.
    private func stop(_ sequence: TaskSequence) -> Bool {
      switch sequence.state.withLock({ $0.cancel() }) {
      case .ended(let task):
        if let task {
          _ = removeSequence(of: task)
          cancel(task)
        }
        didEnd(sequence)
        return true
      case .ends: return true
      case .none: return false
      }
    }

    /// A transfer has ended.
    private func didEnd(_ sequence: TaskSequence) {
      sequence.endAlarm()
      TransferSessionPool.transferEnded(for: key)
    }

    /// Creates and resumes the next task of a transfer.
    private func startTask(of sequence: TaskSequence) {
      let (request, upload) = sequence.plan.withLock { ($0.request.withLowercaseScheme.withFiniteTimeout, $0.upload) }
      let task = upload.map { session.uploadTask(with: request, from: $0) } ?? session.dataTask(with: request)
      sequences.withLock { $0[task.taskIdentifier] = sequence }
      if sequence.state.withLock({ $0.didCreate(task) }) {
        task.resume()
      } else {
        _ = removeSequence(of: task)
        cancel(task)  // race drop: The transfer must end while its task is created.
        didEnd(sequence)
      }
    }

    /// Cancels a task that asks for a decision. Returns its transfer and the number of the decision, or `nil` if the
    /// transfer has ended.
    private func interrupt(_ task: URLSessionTask) -> (TaskSequence, decision: Int)? {
      guard let sequence = removeSequence(of: task), let decision = sequence.state.withLock({ $0.willDecide() }) else {
        return nil
      }
      cancel(task)
      return (sequence, decision)
    }

    /// Ends a transfer by a decision.
    private func end(_ sequence: TaskSequence, _ decision: Int, _ response: URLResponse?, _ error: (any Error)?) {
      guard sequence.state.withLock({ $0.end(decision) }) else { return }
      didEnd(sequence)
      session.delegateQueue.addOperation { sequence.transfer.didComplete(response, error) }
    }

    private func cancel(_ task: URLSessionTask) { Self.cancellationQueue.async { task.cancel() } }

    private func sequence(of task: URLSessionTask) -> TaskSequence? {
      sequences.withLock { $0[task.taskIdentifier] }
    }

    /// Removes the transfer of a task that is no longer of interest. Returns `nil` if it has been removed before.
    private func removeSequence(of task: URLSessionTask) -> TaskSequence? {
      sequences.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    // MARK: - Events of tasks

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      // The connection of this status is no longer one of HTTP, so neither a body nor the end of the task follows.
      if (response as? HTTPURLResponse)?.statusCode == 101 {
        guard let (sequence, decision) = interrupt(dataTask) else { return }
        return end(sequence, decision, nil, URLError(.badServerResponse, response.url, "unexpected status 101"))
      }
      sequence(of: dataTask)?.transfer.willReceiveBody(dataTask)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      sequence(of: dataTask)?.transfer.didReceive(data, dataTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) { sequence(of: task)?.transfer.didSend(totalBytesSent) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let sequence = removeSequence(of: task), sequence.state.withLock({ $0.end() }) else { return }
      didEnd(sequence)
      sequence.transfer.didComplete(task.response, error)
    }

    // MARK: - Decisions of the user's delegate

    // The completion handlers of Foundation are not called; see `TransferStateMachine`.

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let (sequence, decision) = interrupt(task) else { return }
      let redirectCount = sequence.plan.withLock { plan in
        plan.redirectCount += 1
        return plan.redirectCount
      }
      guard redirectCount <= Self.longestRedirectChain else {
        return end(sequence, decision, nil, URLError(.httpTooManyRedirects, request.url, "too many HTTP redirects"))
      }
      let answer: @Sendable (URLRequest?) -> Void = { [self] request in
        guard let request else { return end(sequence, decision, response, nil) }
        do {
          try request.check()
        } catch {
          return end(sequence, decision, nil, error)
        }
        // Foundation follows redirects to these schemes only. A new task would accept any scheme.
        guard ["http", "https"].contains(request.url?.scheme?.lowercased()) else {
          return end(sequence, decision, nil, URLError(.unsupportedURL, request.url, "unsupported URL"))
        }
        guard sequence.state.withLock({ $0.willContinue(decision) }) else { return }
        sequence.follow(request)
        startTask(of: sequence)
      }
      let request = sequence.redirected(request)
      guard let delegate, let owner else { return answer(request) }
      delegateQueue.addOperation {
        delegate.urlSession(
          owner, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let (sequence, decision) = interrupt(task) else { return }
      let challenge = sequence.plan.withLock { challenge.repeated($0.challengeCount, after: $0.credential) }
      let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
        [self] choice, credential in
        guard choice == .useCredential || choice == .performDefaultHandling else {
          return end(
            sequence, decision, nil, URLError(.cancelled, task.originalRequest?.url, "The challenge was canceled."))
        }
        let isFirst = challenge.previousFailureCount == 0
        // Foundation traps for other methods than this one. The response with the challenge has been received.
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic,
          let credential = (choice == .useCredential ? credential : nil)
            ?? (isFirst ? challenge.proposedCredential : nil),
          task.originalRequest?.httpBodyStream == nil
        else { return end(sequence, decision, challenge.failureResponse, nil) }
        guard sequence.state.withLock({ $0.willContinue(decision) }) else { return }
        sequence.logIn(credential)
        // The body of the response with the challenge has been received.
        session.delegateQueue.addOperation { sequence.transfer.willReceiveBody(task) }
        startTask(of: sequence)
      }
      guard let delegate, let owner else { return answer(.performDefaultHandling, nil) }
      delegateQueue.addOperation {
        delegate.urlSession(owner, task: task, didReceive: challenge, completionHandler: answer)
      }
    }

    /// The number of redirects that a transfer follows, which is that of Foundation.
    private static let longestRedirectChain = 20
    /// The default of `timeoutIntervalForResource`, in seconds.
    private static let defaultTimeLimit = 604_800.0
  }

  extension URLError {
    /// Creates an error like those of Foundation.
    fileprivate init(_ code: Code, _ url: URL?, _ description: String) {
      var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
      userInfo[NSURLErrorFailingURLErrorKey] = url
      self.init(code, userInfo: userInfo)
    }
  }
#endif
