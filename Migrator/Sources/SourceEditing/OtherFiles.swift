/// The files other than Swift source on which a command reports. They are never changed.
package protocol OtherFiles: Sendable {
  /// Whether the command reads files with this name.
  func isWanted(_ name: String) -> Bool

  /// Returns remarks on the changes that the user has to make in a file.
  func remarks(path: String, contents: [UInt8]) -> [Remark]
}
