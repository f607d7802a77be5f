#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// The challenge that a delegate sees after the server has rejected credentials.
  @Suite(.sharingProcessors) struct URLAuthenticationChallengeRepeatedTests {
    private final class Sender: NSObject, URLAuthenticationChallengeSender, Sendable {
      func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
      func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
      func cancel(_ challenge: URLAuthenticationChallenge) {}
      func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
      func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }

    private let proposed = URLCredential(user: "user", password: "proposed", persistence: .forSession)
    private let other = URLCredential(user: "user", password: "other", persistence: .forSession)

    private func challenge() -> URLAuthenticationChallenge {
      let space = URLProtectionSpace(
        host: "example.com", port: 80, protocol: "http", realm: "x",
        authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
      return URLAuthenticationChallenge(
        protectionSpace: space, proposedCredential: proposed, previousFailureCount: 0, failureResponse: nil,
        error: URLError(.userAuthenticationRequired), sender: Sender())
    }

    @Test func `the first challenge proposes its credential`() {
      let first = challenge()
      #expect(first.repeated(0, after: nil) === first)
    }

    @Test func `a credential that was rejected is not proposed again`() {
      let second = challenge().repeated(1, after: proposed)
      #expect(second.proposedCredential == nil && second.previousFailureCount == 1)
      #expect(second.protectionSpace.realm == "x" && second.error is URLError && second.sender is Sender)
    }

    @Test func `a credential that the server has not seen is proposed`() {
      let third = challenge().repeated(2, after: other)
      #expect(third.proposedCredential == proposed && third.previousFailureCount == 2)
    }
  }
#endif
