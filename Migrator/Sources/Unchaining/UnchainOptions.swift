/// How chains are rewritten.
package struct UnchainOptions: Sendable {
  /// Where handlers without a queue run, if the code around them is not isolated.
  package enum Isolation: String, Sendable, CaseIterable {
    /// On the main actor, as `DispatchQueue.promises` is the main queue.
    case main
    /// On no particular actor.
    case anywhere = "none"
  }

  /// `nil` stands for the main actor, unless the program chooses another queue.
  package var isolation: Isolation?
  /// Whether canceling the async function cancels the promises that it waits for.
  package var forwardsCancellation: Bool
  /// The base names of the functions to rewrite. If it is empty, all are.
  package var functions: Set<String>
  /// Whether functions that return a promise without a chain get an async form as well.
  package var includesFunctionsWithoutChain: Bool

  package init(
    isolation: Isolation? = nil, forwardsCancellation: Bool = false, functions: Set<String> = [],
    includesFunctionsWithoutChain: Bool = false
  ) {
    self.isolation = isolation
    self.forwardsCancellation = forwardsCancellation
    self.functions = functions
    self.includesFunctionsWithoutChain = includesFunctionsWithoutChain
  }
}
