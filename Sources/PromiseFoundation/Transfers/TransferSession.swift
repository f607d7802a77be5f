#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// The session that runs the transfers of a user's session on Linux, and its delegate.
  ///
  /// In this version of Foundation, only the delegate of a session receives the bytes of its tasks one by one, and
  /// canceling a task is safe only with a delegate and without a cache. With a cache, canceling a task that is just
  /// ending traps; canceling one of the `async` functions can block the session forever
  /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5412). So the tasks run in a session with the same
  /// configuration, except for the cache.
  final class TransferSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // `session` is set before the object is shared. The other properties are locked or do not change.
    private var session: URLSession!
    /// The user's session, which the pool retains during its transfers, and its key there.
    private weak let owner: URLSession?
    private let key: ObjectIdentifier
    /// The delegate of the user's session, which decides about redirects and credentials, on its own queue. It is kept,
    /// because a session that is invalidated releases its delegate.
    private let delegate: (any URLSessionTaskDelegate)?
    private let delegateQueue: OperationQueue
    /// The transfers that have not ended, by the identifiers of their tasks.
    private let transfers = Lock<[Int: any Transfer]>([:])

    init(_ owner: URLSession) {
      self.owner = owner
      key = ObjectIdentifier(owner)
      delegate = owner.delegate as? any URLSessionTaskDelegate
      delegateQueue = owner.delegateQueue
      super.init()
      let configuration = owner.configuration.copy() as! URLSessionConfiguration
      configuration.urlCache = nil
      session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    /// Starts a transfer, and lets its promise cancel it.
    func start<Value>(
      _ transfer: some Transfer, _ resolver: Resolver<Value>, _ makeTask: (URLSession) -> URLSessionTask
    ) {
      let task = makeTask(session)
      transfers.withLock { $0[task.taskIdentifier] = transfer }
      resolver.onCancel { [self] in
        transfer.didCancel()
        _ = removeTransfer(of: task)
        task.cancel()
      }
      task.resume()
    }

    /// Closes the connections, and releases this delegate.
    func invalidate() { session.invalidateAndCancel() }

    private func transfer(of task: URLSessionTask) -> (any Transfer)? {
      transfers.withLock { $0[task.taskIdentifier] }
    }

    /// Removes the transfer of a task that has ended or is canceled. Returns `nil` if it has been removed before.
    private func removeTransfer(of task: URLSessionTask) -> (any Transfer)? {
      let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      if transfer != nil { TransferSessionPool.transferEnded(for: key) }
      return transfer
    }

    // MARK: - Events of tasks

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      transfer(of: dataTask)?.didReceiveResponse(dataTask)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      transfer(of: dataTask)?.didReceive(data, dataTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) { transfer(of: task)?.didSend(totalBytesSent) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      removeTransfer(of: task)?.didComplete(task.response, error)
    }

    // MARK: - Decisions of the user's delegate

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let delegate, let owner else { return completionHandler(request) }
      delegateQueue.addOperation {
        delegate.urlSession(
          owner, task: task, willPerformHTTPRedirection: response, newRequest: request,
          completionHandler: completionHandler)
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // Foundation never ends a task whose challenge is left to it and for which it has no credential. The response with
      // the challenge has been received by now, so it becomes the outcome.
      let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
        [self] choice, credential in
        let isLeftToFoundation = choice == .performDefaultHandling || (choice == .useCredential && credential == nil)
        guard isLeftToFoundation, challenge.proposedCredential == nil || challenge.previousFailureCount > 0 else {
          return completionHandler(choice, credential)
        }
        removeTransfer(of: task)?.didComplete(challenge.failureResponse, nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
      guard let delegate, let owner else { return answer(.performDefaultHandling, nil) }
      delegateQueue.addOperation {
        delegate.urlSession(owner, task: task, didReceive: challenge, completionHandler: answer)
      }
    }
  }
#endif
