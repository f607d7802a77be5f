package import PromiseSyntax

/// A function to migrate early: a leaf without an `async` form, with its callers.
///
/// A leaf is a function with callbacks or promises that calls no other such function of the scanned files, except for those
/// that have an `async` form already. The functions are ordered by the number of calls. Calls are matched by name, argument
/// labels and, where it is written, the type, so the number is approximate. Declarations that calls cannot tell apart,
/// such as a requirement of a protocol and its implementations, are counted as one function.
package struct FirstMove: Hashable, Sendable, Codable {
  /// The name with its labels, such as `user(id:)`.
  package let function: String
  /// How the function delivers its result.
  package let style: FunctionDeclaration.Style
  /// The number of calls in the scanned files, not including recursive ones.
  package let callers: Int
  /// The declarations that a call cannot distinguish, in the order of the files.
  package let declarations: [DeclarationPlace]

  static func all(in files: [FileReport], _ twins: Twins) -> [FirstMove] {
    var index = FunctionIndex(files) { isToBeMoved($0, twins) }
    var isLeaf = Array(repeating: true, count: index.groups.count)
    var callers = Array(repeating: 0, count: index.groups.count)
    for (fileIndex, file) in files.enumerated() {
      var targets = file.calls.map { index.groups(calledBy: $0) }
      for (functionIndex, function) in file.functions.enumerated() {
        guard let group = index.group(of: functionIndex, inFile: fileIndex) else { continue }
        for call in function.calls {
          // A function may call itself.
          if targets[call].contains(group) { targets[call].remove(group) }
          if !targets[call].isEmpty { isLeaf[group] = false }
        }
      }
      for groups in targets { for group in groups { callers[group] += 1 } }
    }
    return index.groups.indices
      .filter { isLeaf[$0] && callers[$0] > 0 && index.groups[$0].hasBody }
      .map { number in
        let group = index.groups[number]
        return FirstMove(
          function: group.key.fullName, style: group.key.style, callers: callers[number],
          declarations: group.declarations)
      }
      .sorted { ($1.callers, $0.function, $0.style.rawValue) < ($0.callers, $1.function, $1.style.rawValue) }
  }
  /// An override has the style of what it overrides.
  private static func isToBeMoved(_ function: FunctionUse, _ twins: Twins) -> Bool {
    (function.style == .callback || function.style == .promise) && !function.isOverride
      && !twins.withAsyncForm.contains(function.identity)
  }
}
