#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLRequest {
    /// Returns this request, which follows a redirect, without the credentials of the previous one if it is sent to another
    /// origin, that is, if the scheme, the host or the port differs.
    func droppingCredentials(ifSentElsewhereThan previous: URLRequest) -> URLRequest {
      guard let url, let previousURL = previous.url, url.origin != previousURL.origin else { return self }
      var request = self
      for name in allHTTPHeaderFields?.keys.filter(\.isNameOfCredential) ?? [] {
        request.setValue(nil, forHTTPHeaderField: name)
      }
      // A redirect to `//host/path` keeps the user name and the password in Foundation on Linux.
      if var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
        components.user != nil || components.password != nil,
        (url.user, url.password) == (previousURL.user, previousURL.password)
      {
        (components.user, components.password) = (nil, nil)
        request.url = components.url
      }
      return request
    }

    /// This request with a scheme in lowercase letters, which is the only one that a task accepts on Linux.
    var withLowercaseScheme: URLRequest {
      guard let url, let scheme = url.scheme, scheme != scheme.lowercased(),
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
      else { return self }
      var request = self
      components.scheme = scheme.lowercased()
      request.url = components.url
      return request
    }
  }

  extension URL {
    /// The scheme, the host and the port.
    fileprivate var origin: [String] {
      let scheme = scheme?.lowercased() ?? ""
      let port = port ?? (scheme == "https" ? 443 : 80)
      return [scheme, host?.lowercased() ?? "", "\(port)"]
    }
  }

  extension String {
    /// Whether a header with this name carries credentials: `Authorization`, `Proxy-Authorization`, `Cookie`, and those
    /// that are called an authentication, a token, a key, a secret, a password, a session or a signature.
    var isNameOfCredential: Bool {
      let name = lowercased()
      return ["auth", "cookie", "token", "key", "secret", "passw", "credential", "session", "signature"].contains {
        name.contains($0)
      }
    }
  }
#endif
