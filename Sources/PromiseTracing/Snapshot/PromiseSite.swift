/// Where a promise or a queue was created.
struct PromiseSite: Sendable, Hashable {
  /// The module and the file, such as `App/Login.swift`.
  let file: String
  let line: Int
  /// The function of the library that was called, such as `map(_:file:line:)`.
  var function = ""

  /// Describes a promise if the operation that created it is not known.
  static let unknownOperation = "a promise"

  /// Returns the operation that created the promise, as it is written in code.
  ///
  /// - Parameter type: The name that an initializer has in code.
  func operation(of type: String) -> String {
    guard let parenthesis = function.firstIndex(of: "(") else {
      return function.isEmpty ? Self.unknownOperation : function
    }
    let base = function[..<parenthesis]
    let labels = function[parenthesis...].dropFirst().dropLast().split(separator: ":")
    switch base {
    case "init" where labels.contains("resolver"): return "\(type) { resolver }"
    case "init" where labels.contains("operation") || labels.contains("asyncWork"): return "\(type) { await }"
    // The method of `DispatchQueue`, whose first argument says that it returns a promise.
    case "async": return "async(.promise)"
    default: break
    }
    // The other labels belong to arguments that have a default value or follow as a closure.
    let telling: Set<Substring> = [
      "fulfilled", "resolved", "guarantees", "only", "collecting", "reducing", "forEach", "first", "last",
    ]
    let label = labels.first(where: telling.contains).map { "(\($0):)" }
    return base == "init" ? type + (label ?? "(…)") : base + (label ?? "")
  }
}
