import PromiseSyntax
import SwiftSyntax

/// The parameters of a function, as far as they decide which calls may mean it.
struct Parameters: Sendable {
  private var labels: [String] = []
  /// Whether a call may leave a parameter out.
  private var isOptional: [Bool] = []
  private var isVariadic: [Bool] = []
  private var mayBeClosure: [Bool] = []

  init() {}

  init(_ function: FunctionDeclaration) {
    labels = function.parameters.map(\.firstName.text)
    mayBeClosure = function.parameters.map { VariableType($0.type)?.mayBeClosure ?? true }
    isVariadic = function.parameters.map { $0.ellipsis != nil }
    // What is overridden may declare default values.
    isOptional = function.parameters.map { $0.defaultValue != nil || $0.ellipsis != nil || function.has("override") }
  }

  /// Adds the default values of another form of the function, which has the same labels.
  mutating func merge(_ other: Parameters) {
    if labels.isEmpty { return self = other }
    isOptional = zip(isOptional, other.isOptional).map { $0 || $1 }
  }

  /// Whether a call may have arguments with these labels, and some trailing closures, which have any label.
  func accepts(_ arguments: [String], trailingClosureCount: Int = 0) -> Bool {
    var index = 0
    var skipped: [Bool] = []
    for label in arguments {
      if label == "_", index > 0, isVariadic[index - 1] { continue }
      while index < labels.count, labels[index] != label {
        skipped.append(isOptional[index])
        index += 1
      }
      guard index < labels.count else { return false }
      index += 1
    }
    // Arguments in parentheses come first, so trailing closures belong to the last parameters.
    return !skipped.contains(false) && trailingClosureCount <= mayBeClosure[index...].filter { $0 }.count
      && isOptional[index...].filter { !$0 }.count <= trailingClosureCount
  }
}
