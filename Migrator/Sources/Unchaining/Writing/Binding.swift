import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The constants that replace the parameters of a handler, and the edits of its body.
struct Binding {
  /// What is declared, such as `user: User` or `(user, avatar)`. `nil` if the input is not used.
  private(set) var pattern: String?
  /// An expression for the input, such as `user` or `(user, avatar)`. `nil` if the input is not used.
  private(set) var expression: String?
  /// The edits of the handler's body, where a name has changed.
  private(set) var renames: [Edit] = []

  /// Chooses names for the input of a handler.
  ///
  /// - Parameters:
  ///   - hint: A name for an input that has none.
  ///   - isNeeded: Whether a name is needed even if the handler does not use its input.
  ///   - isDeclaredBefore: Whether the constant is declared before the statement that computes its value.
  init(
    _ handler: Handler, hint: String, isNeeded: Bool, isDeclaredBefore: Bool = false, names: inout Names
  ) throws(LeaveReason) {
    var chosen: [String] = []
    if handler.parameters.isEmpty {
      let count = max(handler.dollarCount, isNeeded ? 1 : 0)
      for index in 0..<count {
        let name = names.declare(
          hint: count == 1 ? hint : "value", for: handler.closure, isDeclaredBefore: isDeclaredBefore)
        chosen.append(name)
        renames += try Self.renaming("$\(index)", to: name, in: handler.closure)
      }
    } else {
      for parameter in handler.parameters {
        guard let old = parameter.name else {
          chosen.append(
            isNeeded ? names.declare(hint: hint, for: handler.closure, isDeclaredBefore: isDeclaredBefore) : "_")
          continue
        }
        let name = names.declare(parameter: old, of: handler.closure, isDeclaredBefore: isDeclaredBefore)
        if name != old { renames += try Self.renaming(old, to: name, in: handler.closure) }
        chosen.append(name)
      }
    }
    let types = handler.parameters.compactMap(\.type)
    guard chosen.contains(where: { $0 != "_" }) else {
      // The type of an unused input may decide which function is called.
      if types.count == 1, chosen.count == 1, !["Void", "()"].contains(types[0]) { pattern = "_: \(types[0])" }
      return
    }
    let list = chosen.count == 1 ? chosen[0] : "(\(chosen.joined(separator: ", ")))"
    let hasTypes = !types.isEmpty && types.count == chosen.count
    expression = list
    pattern = list + (hasTypes ? ": " + (types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))") : "")
  }

  /// Names the input of a handler that is not a closure.
  init(named name: String) { (pattern, expression) = (name, name) }

  /// Gives the input of a handler the name that the value already has.
  ///
  /// - Returns: `nil` if the handler uses that name for something else, or destructures its input.
  init?(_ handler: Handler, named name: String) throws(LeaveReason) {
    guard handler.usesInput, handler.parameters.count <= 1, handler.dollarCount <= 1,
      name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    let old = handler.parameters.first.map(\.name) ?? "$0"
    if old != name, References.uses(in: handler.closure).contains(where: { $0.name == name }) { return nil }
    (pattern, expression) = (name, name)
    if let type = handler.parameters.first?.type { pattern = "\(name): \(type)" }
    if let old, old != name { renames = try Self.renaming(old, to: name, in: handler.closure) }
  }

  /// Returns the edits that give another name to a parameter.
  static func renaming(
    _ old: String, to new: String, in closure: ClosureExprSyntax
  ) throws(LeaveReason) -> [Edit] {
    let hidesError =
      old == "error"
      && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.catch) }
    guard !hidesError else {
      throw LeaveReason(
        .nameConflict, at: closure, "A catch clause in the handler has its own error. Rename the handler's parameter.")
    }
    let declarations = References.declaredNames(in: closure.statements).filter { $0 == old }
    let successor = closure.statements.first { References.declaredNames(at: [$0]).contains(old) }
    guard declarations.count == (successor == nil ? 0 : 1) else {
      throw LeaveReason(
        .nameConflict, at: closure, "The handler declares another \(old) besides its parameter. Rename one of them.")
    }
    return References.uses(in: closure.statements).filter { use in
      guard use.name == old, !isSuccessor(use, since: successor) else { return false }
      return !old.hasPrefix("$") || References.owner(ofDollarAt: use.token) == closure.id
    }.map { use in
      // `if let user` also declares a name, which stays the same.
      let isShorthand = use.token.parent?.is(IdentifierPatternSyntax.self) == true
      return Edit(replacing: use.token, with: isShorthand ? "\(old) = \(new)" : new)
    }
  }

  /// Whether a use refers to the name that a statement declares anew, as in `var user = user` or `guard let user = user`.
  private static func isSuccessor(_ use: References.Use, since statement: CodeBlockItemSyntax?) -> Bool {
    guard let statement else { return false }
    if use.token.position >= statement.endPosition { return true }
    // The conditions that follow the one with the name refer to it, and the body of `guard` does not.
    guard let declaration = statement.item.as(GuardStmtSyntax.self), use.token.position < declaration.body.position,
      let condition = declaration.conditions.first(where: { References.declaredNames(in: $0).contains(use.name) })
    else { return false }
    return use.token.position >= condition.endPosition
  }
}
