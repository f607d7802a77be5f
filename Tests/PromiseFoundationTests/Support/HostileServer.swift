#if canImport(FoundationNetworking)
  import Foundation
  import Glibc
  import PromiseCore
  import Synchronization

  /// A TCP server on a free port of this computer, which sends exactly the bytes that a test wants.
  ///
  /// A connection stays open for further requests, unless an answer is `nil`.
  final class HostileServer: Sendable {
    /// A request, as the server has received it.
    struct Request: Sendable {
      let head: String
      let body: String

      var method: String { String(head.prefix { $0 != " " }) }
      var path: String { String(head.split(separator: " ").dropFirst().first ?? "") }

      /// Returns the value of a header.
      ///
      /// - Parameter name: The name, in lowercase letters.
      func header(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
          .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
      }
    }

    private let listener: Int32
    private let port: UInt16

    /// Starts a server.
    ///
    /// - Parameter answer: Returns the bytes to send after a request, or `nil` to close the connection.
    init(_ answer: @escaping @Sendable (Request) -> String?) {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          precondition(bind(listener, address, length) == 0 && listen(listener, 512) == 0)
          getsockname(listener, address, &length)
        }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
      Thread.detachNewThread { [listener] in
        while true {
          let client = accept(listener, nil, nil)
          guard client >= 0 else { break }
          Thread.detachNewThread {
            Self.serve(client, answer)
            close(client)
          }
        }
        close(listener)
      }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns a URL of the server.
    ///
    /// - Parameters:
    ///   - path: The path, and the query if there is one.
    ///   - host: The address of this computer, or another name of it.
    func url(_ path: String = "/", host: String = "127.0.0.1") -> URL { URL(string: "http://\(host):\(port)\(path)")! }

    /// Returns the head of a redirect.
    static func redirect(to location: URL, status: Int = 302) -> String {
      "HTTP/1.1 \(status) Moved\r\nLocation: \(location.absoluteString)\r\nContent-Length: 5\r\n\r\nmoved"
    }

    /// Returns a response of success.
    static func response(_ body: String) -> String {
      "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func serve(_ client: Int32, _ answer: (Request) -> String?) {
      var received: [UInt8] = []
      while let request = receive(client, &received), let text = answer(request) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          guard count > 0 else { return }
          rest = rest.dropFirst(count)
        }
      }
    }

    /// Receives one request. Returns `nil` if the connection has been closed.
    private static func receive(_ client: Int32, _ received: inout [UInt8]) -> Request? {
      while true {
        if let request = removeRequest(from: &received) { return request }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        received += buffer.prefix(count)
      }
    }

    /// Removes the first request, if it is complete.
    private static func removeRequest(from received: inout [UInt8]) -> Request? {
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let length = Int(Request(head: head, body: "").header("content-length") ?? "") ?? 0
      guard received.count - end.upperBound >= length else { return nil }
      let body = String(decoding: received[end.upperBound..<end.upperBound + length], as: UTF8.self)
      received.removeSubrange(..<(end.upperBound + length))
      return Request(head: head, body: body)
    }
  }
#endif
