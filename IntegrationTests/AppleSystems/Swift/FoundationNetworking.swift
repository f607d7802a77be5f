// Stand-in for Foundation: the loading of URLs.
public struct URLRequest: Hashable, Sendable {
  public init(url: URL) { fatalError() }
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var timeoutInterval: TimeInterval
  public var allHTTPHeaderFields: [String: String]?
  public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
}
open class URLResponse: NSObject, @unchecked Sendable {
  public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) { fatalError() }
  open var url: URL? { fatalError() }
  open var mimeType: String? { fatalError() }
  open var textEncodingName: String? { fatalError() }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { fatalError() }
  open var statusCode: Int { fatalError() }
  open var allHeaderFields: [AnyHashable: Any] { fatalError() }
  open class func localizedString(forStatusCode code: Int) -> String { fatalError() }
}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open func cancel() { fatalError() }
  open func resume() { fatalError() }
  open var countOfBytesReceived: Int64 { fatalError() }
  open var countOfBytesExpectedToReceive: Int64 { fatalError() }
  open var countOfBytesSent: Int64 { fatalError() }
  open var countOfBytesExpectedToSend: Int64 { fatalError() }
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  override init() { fatalError() }
  open class var `default`: URLSessionConfiguration { fatalError() }
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var protocolClasses: [AnyClass]?
  open var httpMaximumConnectionsPerHost: Int
  open var urlCache: URLCache?
}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) { fatalError() }
  @preconcurrency open func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  @preconcurrency open func uploadTask(
    with request: URLRequest, from data: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask { fatalError() }
  @preconcurrency open func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask { fatalError() }
  @preconcurrency open func downloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask { fatalError() }
  open func finishTasksAndInvalidate() { fatalError() }
}
public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(_ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy: URLCache.StoragePolicy)
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}
open class URLCache: NSObject, @unchecked Sendable {
  public enum StoragePolicy: UInt, Sendable { case allowed, allowedInMemoryOnly, notAllowed }
}
open class CachedURLResponse: NSObject, @unchecked Sendable {}
open class URLProtocol: NSObject {
  public init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) { fatalError() }
  open var client: (any URLProtocolClient)? { fatalError() }
  open var request: URLRequest { fatalError() }
  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open func startLoading() { fatalError() }
  open func stopLoading() { fatalError() }
}
