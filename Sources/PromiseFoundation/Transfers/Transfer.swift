#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Receives the events of a task on the session's delegate queue, which is serial.
  protocol Transfer: AnyObject, Sendable {
    /// A response begins, or a task that answers a challenge. What has been received before is not part of the result.
    func willReceiveBody(_ task: URLSessionTask)
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
