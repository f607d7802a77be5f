#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLRequest {
    /// This request with a timeout that Foundation can convert to an integer. For others, it traps on Linux.
    var withFiniteTimeout: URLRequest {
      guard timeoutInterval != timeoutInterval.finiteTimeout else { return self }
      var request = self
      request.timeoutInterval = timeoutInterval.finiteTimeout
      return request
    }
  }

  extension TimeInterval {
    /// This timeout in seconds, limited to 31 years. A value that is not a number becomes Foundation's default.
    var finiteTimeout: TimeInterval { isNaN ? 60 : min(max(self, -1e9), 1e9) }
  }
#endif
