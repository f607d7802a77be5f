/// A promise that is alive although it was expected to be deallocated.
public struct LivePromise: Sendable, Equatable, CustomStringConvertible {
  /// The file in which the promise was created: module and file name.
  public let file: String
  /// The line in that file.
  public let line: Int
  /// Whether the promise is pending. If it is not, it is settled, and something retains it.
  public let isPending: Bool

  init(_ promise: AnyPromise) {
    file = promise.site.file
    line = promise.site.line
    isPending = promise.maySettle
  }

  /// The creation site of the promise, and its state.
  @_documentation(visibility: internal)
  public var description: String { "\(file):\(line) (\(isPending ? "pending" : "settled"))" }
}
