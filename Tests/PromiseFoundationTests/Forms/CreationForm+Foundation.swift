// Forms: created

import Foundation
import PromiseFoundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension CreationForm {
  /// The ways of Foundation's types to create a promise.
  static let ofFoundation = methods + transfers + others

  private static let stub = Stub(stopped: Gate())
  private static let missing = URL(fileURLWithPath: "/does/not/exist")

  private static let methods = [
    CreationForm("get") { stub.session.get(stub.url) },
    CreationForm("post") { stub.session.post(stub.url) },
    CreationForm("put") { stub.session.put(stub.url) },
    CreationForm("delete") { stub.session.delete(stub.url) },
  ]

  private static let transfers = [
    CreationForm("dataTask") { stub.session.dataTask(.promise, with: stub.post) },
    CreationForm("uploadTask(from:)") { stub.session.uploadTask(.promise, with: stub.post, from: Data()) },
    CreationForm("uploadTask(fromFile:)") { stub.session.uploadTask(.promise, with: stub.post, fromFile: missing) },
    CreationForm("downloadTask") { stub.session.downloadTask(.promise, with: stub.post, to: missing) },
  ]

  private static let others = [
    CreationForm("launch") { Process().launch(.promise) },
    CreationForm("observe") { NotificationCenter().observe(once: Notification.Name("CreationForm")) },
  ]
}
