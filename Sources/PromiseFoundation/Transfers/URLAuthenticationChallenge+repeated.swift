import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  extension URLAuthenticationChallenge {
    /// Returns this challenge as that of a transfer whose previous tasks have failed.
    ///
    /// A credential that the server has rejected is not proposed again.
    ///
    /// - Parameters:
    ///   - failureCount: The number of credentials that the server has rejected.
    ///   - credential: The last one of them.
    /// - Returns: The challenge to present to the delegate.
    func repeated(_ failureCount: Int, after credential: URLCredential?) -> URLAuthenticationChallenge {
      guard failureCount > 0, let sender else { return self }
      return URLAuthenticationChallenge(
        protectionSpace: protectionSpace,
        proposedCredential: proposedCredential == credential ? nil : proposedCredential,
        previousFailureCount: failureCount, failureResponse: failureResponse, error: error, sender: sender)
    }
  }
#endif
