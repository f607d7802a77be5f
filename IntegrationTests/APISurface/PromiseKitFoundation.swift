// Calls every declaration that @_spi(PromiseKit) adds to PromiseFoundation. See PromiseKit.swift.
import Foundation
@_spi(PromiseKit) import PromiseKitFoundationVocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func use(_ values: Any?...) {}

func foundation(_ session: URLSession, _ url: URL, _ center: NotificationCenter, _ name: Notification.Name) {
  session.dataTask(.promise, with: url).validate().catch { error in
    guard let error = error as? PMKHTTPError else { return }
    if case PMKHTTPError.badStatusCode(let status, let data, let response) = error { use(status, data, response) }
    use(error.decodeResponse([Int].self), error.jsonDictionary, error.description, error.errorDescription)
    use(error.failureReason, error.customMirror)
  }
  let guarantee: Guarantee<ObservedNotification> = center.observe(once: name)
  guarantee.done { use($0.userInfo?["key"], $0.object, $0.foundationNotification) }
  center.observe(once: name, object: nil).done { _ in }
}

#if os(macOS) || os(Linux)
  func pipes(_ process: Process) {
    let promise: Promise<(out: Pipe, err: Pipe)> = process.launch(.promise)
    process.launch(.promise).done { use($0.out.fileHandleForReading.readDataToEndOfFile(), $0.err) }.cauterize()
    use(promise)
  }
#endif

#if canImport(ObjectiveC)
  func keyValueObserving(_ object: NSObject) {
    let guarantee: Guarantee<(any Sendable)?> = object.observe(.promise, keyPath: "name")
    use(guarantee)
  }
#endif
