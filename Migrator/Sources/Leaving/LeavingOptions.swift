/// How the last promises of a program go.
package struct LeavingOptions: Sendable {
  /// Whether public functions that return promises go as well, if no scanned file calls them.
  package var removesPublicFunctions: Bool

  package init(removesPublicFunctions: Bool = false) { self.removesPublicFunctions = removesPublicFunctions }
}
