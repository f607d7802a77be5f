/// How the last promises of a program go.
package struct LeavingOptions: Sendable {
  /// Whether public functions that return promises go as well, if no scanned file calls them.
  package var removesPublicFunctions: Bool
  /// Whether a file could not be read, which may call any function.
  package var hasUnreadFiles: Bool

  package init(removesPublicFunctions: Bool = false, hasUnreadFiles: Bool = false) {
    self.removesPublicFunctions = removesPublicFunctions
    self.hasUnreadFiles = hasUnreadFiles
  }
}
