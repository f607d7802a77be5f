/// A promise that is still alive although it was expected to have been deallocated.
///
/// ``promisesLeftAlive(isolation:by:)`` returns an array of these. The file and the line are those of the promise's
/// creation site. The description contains both and the state of the promise, such as
/// `App/Weather.swift:11 (settled)`.
public struct LivePromise: Sendable, Equatable, CustomStringConvertible {
  /// The module and the file in which the promise was created, such as `App/Weather.swift`.
  public let file: String
  /// The line at which the promise was created.
  public let line: Int
  /// Whether the promise is pending. A settled promise that is alive is retained by something other than the work that
  /// settles it.
  public let isPending: Bool

  /// Records the creation site and the current state of a promise, without retaining it.
  init(_ promise: AnyPromise) {
    file = promise.site.file
    line = promise.site.line
    isPending = promise.maySettle
  }

  /// The creation site of the promise, and its state.
  @_documentation(visibility: internal)
  public var description: String { "\(file):\(line) (\(isPending ? "pending" : "settled"))" }
}
