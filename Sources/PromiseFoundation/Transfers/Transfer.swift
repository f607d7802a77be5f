#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Receives the events of a task on the session's delegate queue, which is serial.
  protocol Transfer: AnyObject, Sendable {
    /// A response begins. A task that authenticates itself receives a second one, which replaces the first.
    func didReceiveResponse(_ task: URLSessionTask)
    /// Another task begins. What the previous one has received is not part of the result.
    func willContinue()
    /// A part of the response's body has arrived.
    func didReceive(_ data: Data, _ task: URLSessionTask)
    /// The total number of bytes of the request's body sent so far has changed.
    func didSend(_ count: Int64)
    /// The task has ended, with an error if it failed.
    func didComplete(_ response: URLResponse?, _ error: (any Error)?)
    /// The promise has been canceled. This event occurs on another thread, possibly during or after another event.
    func didCancel()
  }
#endif
