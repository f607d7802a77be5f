// Calls every declaration of PromiseFoundation, one per line. See Core.swift.
import Foundation
import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Endpoint: URLRequestConvertible {
  var pmkRequest: URLRequest
}

struct OwnDecoder: ResponseDecoder {
  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { throw Failed() }
}

func transfers(_ session: URLSession, _ url: URL, _ file: URL) {
  use(session.dataTask(.promise, with: url), session.dataTask(.promise, with: URLRequest(url: url)))
  use(session.dataTask(.promise, with: Endpoint(pmkRequest: url.pmkRequest)), URLRequest(url: url).pmkRequest)
  use(session.uploadTask(.promise, with: url, from: Data()), session.uploadTask(.promise, with: url, fromFile: file))
  use(session.downloadTask(.promise, with: url, to: file).validate().map { $0.saveLocation })
  use(session.dataTask(.promise, with: url).progress, session.dataTask(.promise, with: url).map { $0.data })
  use(session.dataTask(.promise, with: url).compactMap { String(data: $0.data, urlResponse: $0.response) })
}

func requests(_ session: URLSession, _ url: URL) {
  use(session.get(url), session.get(url, query: ["a": "1"], headers: ["B": "2"]))
  use(session.post(url, body: .json([1])), session.put(url, body: .form(["a": "1"])))
  use(session.delete(url), session.post(url, body: RequestBody.data(Data(), contentType: "text/plain")))
  use(session.post(url, body: .json([1], encoder: JSONEncoder())), session.post(url, body: .json(["a": 1, "b": "c"])))
}

func responses(_ session: URLSession, _ url: URL) {
  use(session.get(url).validate().decode([Int].self), session.get(url).decode([Int].self, with: OwnDecoder()))
  use(session.get(url).decode([Int].self, with: JSONDecoder()))
  use(session.get(url).decode([Int].self, with: PropertyListDecoder()))
}

func errors(_ error: ResponseError) {
  let reason: ResponseError.Reason = error.reason
  use(reason)
  use(error.reason, error.statusCode, error.url, error.headers, error.header("A"), error.bodyPrefix, error.bodyText)
  use(error.bodyByteCount, error.description, error.errorDescription, error.customMirror)
  switch error.reason {
  case .unacceptableStatus, .unexpectedContentType: break
  case .undecodableBody(let error): use(error)
  }
}

func errors(_ error: TransferError) {
  use(error.description, error.errorDescription, error.customMirror, error == .invalidURL(""))
  switch error {
  case .invalidURL(let text), .invalidMethod(let text), .invalidHeader(let text), .bodyNotAllowed(let text): use(text)
  case .unreadableFile(let url), .fileExists(let url), .folderNotFound(let url), .notAFile(let url): use(url)
  }
}

func waiting(_ promise: Promise<Int>, _ guarantee: Guarantee<Int>) throws {
  use(try promise.waitServingMainQueue(), guarantee.waitServingMainQueue())
  try promise.waitServingMainQueue()
  guarantee.waitServingMainQueue()
}

func notifications(_ center: NotificationCenter, _ name: Notification.Name) {
  let promise: Promise<ObservedNotification> = center.observe(once: name)
  use(promise, center.observe(once: name, object: nil))
  use(center.observe(once: name).map { $0.value(for: "key", as: Int.self) })
  use(center.observe(once: name).map { ($0.name, $0.object(as: String.self)) })
}

@MainActor final class Observing {
  var count = 0

  func load(_ center: NotificationCenter, _ name: Notification.Name, _ session: URLSession, _ url: URL) async throws {
    center.observe(once: name).done { self.count += $0.value(for: "key", as: Int.self) ?? 0 }.cauterize()
    session.get(url).decode([Int].self).done { self.count += $0.count }.cauterize()
    count += try await session.get(url).get().data.count
  }
}

#if os(macOS) || os(Linux)
  func processes(_ process: Process) {
    use(process.launch(.promise), process.launch(.promise, outputLimit: 1).map { ($0.out, $0.err) })
    use(process.launch(.promise).map { ($0.text, $0.errorText) }, ProcessOutput(out: Data(), err: Data()))
  }
#endif

func errors(_ error: ProcessFailure) {
  use(error.reason, error.executable, error.arguments, error.output, error.description, error.errorDescription)
  use(error.customMirror, error.output == ProcessOutput())
  switch error.reason {
  case .notLaunched(let error): use(error)
  case .exit(let status): use(status)
  case .signal(let number): use(number)
  case .outputLimitExceeded(let byteCount): use(byteCount)
  case .alreadyLaunched: break
  }
}
