import PromiseConcurrency
package import PromiseCore

/// A form of an operation that creates a promise or a guarantee which is not derived from another one.
package struct CreationForm: Sendable, CustomStringConvertible {
  package let name: String
  /// Where the form is. The promise is created on this line or on one of the next few lines.
  let file: String, line: Int
  /// Whether the form has parameters for its creation site.
  private let hasSite: Bool
  private let create: @Sendable () -> AnyPromise

  package init(
    _ name: String, hasSite: Bool = true, file: String = #fileID, line: Int = #line,
    _ create: @escaping @Sendable () -> some PromiseReference
  ) {
    self.name = name
    self.hasSite = hasSite
    self.file = file
    self.line = line
    self.create = { create().any }
  }

  /// Returns what is wrong with the context of a promise that the form creates, or `nil`.
  package func faultOfContext() -> String? {
    let context = PromiseContext(report: { _ in })
    let promise = PromiseContext.$current.withValue(context) { create() }
    defer { promise.cancel() }
    return promise.context === context ? nil : "the promise does not belong to the context of the calling code"
  }

  /// Returns what is wrong with the creation site of a promise that the form creates, or `nil`.
  package func faultOfSite() -> String? {
    guard hasSite else { return nil }
    let promise = silently { create() }
    defer { promise.cancel() }
    let isRight = "\(promise.site.file)" == file && (line...line + 6).contains(Int(promise.site.line))
    return isRight ? nil : "the site of the promise is \(promise.site.file):\(promise.site.line)"
  }

  package var description: String { name }
}
