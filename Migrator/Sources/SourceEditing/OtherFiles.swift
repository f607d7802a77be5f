/// What a command says about files that are not Swift source text. They are never changed.
package protocol OtherFiles: Sendable {
  /// Whether a file is of interest, by its name.
  func isWanted(_ name: String) -> Bool

  /// Returns what is left to do by hand in a file.
  func remarks(path: String, contents: [UInt8]) -> [Remark]
}
