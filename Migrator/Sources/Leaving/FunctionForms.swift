import PromiseSyntax
import SwiftSyntax

/// The functions of some files by name, as far as calls depend on their styles.
struct FunctionForms: Sendable {
  /// Functions with the same containers, name and parameters.
  fileprivate struct Function: Sendable {
    var styles: Set<FunctionDeclaration.Style> = []
    var asyncFormThrows = false
  }

  private var functions: [String: [String: Function]] = [:]

  init() {}

  init(_ declarations: [FunctionDeclaration]) {
    for declaration in declarations {
      // A function that only adds a completion handler is not confused with one that returns a promise.
      guard declaration.style != .callback else { continue }
      functions[declaration.name, default: [:]][declaration.identity, default: Function()].add(declaration)
    }
  }

  mutating func merge(_ other: FunctionForms) {
    functions.merge(other.functions) { $0.merging($1) { $0.merging($1) } }
  }

  /// Whether a function of this name is declared.
  func declares(_ name: String) -> Bool { functions[name] != nil }

  /// Whether each function of a name that returns a promise has an `async` form, and no other function has the name.
  ///
  /// - Returns: `nil` if that is not the case, and otherwise whether one of the `async` forms throws.
  func throwingOfAsyncForms(_ name: String) -> Bool? {
    guard let found = functions[name]?.values, !found.isEmpty,
      found.allSatisfy({ $0.styles.contains(.async) && !$0.styles.contains(.synchronous) })
    else { return nil }
    return found.contains(where: \.asyncFormThrows)
  }
}

extension FunctionForms.Function {
  fileprivate mutating func add(_ declaration: FunctionDeclaration) {
    styles.insert(declaration.style)
    if declaration.isAsync, declaration.isThrowing { asyncFormThrows = true }
  }

  fileprivate func merging(_ other: Self) -> Self {
    Self(styles: styles.union(other.styles), asyncFormThrows: asyncFormThrows || other.asyncFormThrows)
  }
}
