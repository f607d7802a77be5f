import PromiseSyntax
import SwiftSyntax

/// The names that a function uses and declares, and those that the rewriting adds.
///
/// The steps of a chain become statements of one scope, while each had a scope of its own. A name that one of them
/// declares must not hide another one.
struct Names {
  private let uses: [References.Use]
  /// The names that the rewriting has declared.
  private var declared: Set<String> = []
  /// The names that patterns declare, with the statements in which they are visible.
  private let patterns: [(name: String, scope: SyntaxIdentifier)]
  /// The names that the statements of closures declare.
  private let locals: Set<String>
  private let parameters: Set<String>
  /// The names that a variable has anywhere in the function.
  private let variables: Set<String>

  init(_ function: FunctionDeclaration, _ body: FunctionBody) {
    uses = body.uses
    patterns = body.patterns.map { ($0.identifier.text, $0.scope) }
    locals = Set(body.closures.flatMap { References.declaredNames(at: $0.statements) })
    parameters = Set(function.parameters.map { ($0.secondName ?? $0.firstName).text })
    variables = Set(body.patterns.filter(\.isVariable).map(\.identifier.text))
  }

  /// Whether a name is declared in the statements around a node, or by the rewriting.
  private func isDeclared(_ name: String, around node: some SyntaxProtocol) -> Bool {
    if declared.contains(name) { return true }
    let scopes = patterns.filter { $0.name == name }.map(\.scope)
    guard !scopes.isEmpty else { return false }
    var current = Syntax(node).parent
    while let parent = current {
      if scopes.contains(parent.id) { return true }
      current = parent.parent
    }
    return false
  }

  /// Whether a name is used behind a position.
  private func isUsed(_ name: String, after position: AbsolutePosition) -> Bool {
    uses.contains { $0.name == name && $0.token.position >= position && !isBoundByClosure($0) }
  }

  /// Whether a name is used anywhere.
  private func isUsed(_ name: String) -> Bool { uses.contains { $0.name == name } }

  /// Whether a use is one of a parameter or a constant, whose value does not change.
  func isConstant(_ use: References.Use) -> Bool {
    if variables.contains(use.name) { return false }
    if use.name.hasPrefix("$") || parameters.contains(use.name) || isBoundByClosure(use) { return true }
    let scopes = patterns.filter { $0.name == use.name }.map(\.scope)
    var node = Syntax(use.token)
    while let parent = node.parent {
      if scopes.contains(parent.id) { return true }
      node = parent
    }
    return false
  }

  /// Whether a use refers to a parameter or a variable of a closure around it.
  private func isBoundByClosure(_ use: References.Use) -> Bool {
    var node = Syntax(use.token).parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self) {
        let own = closure.signature.map { References.declaredNames(in: $0) } ?? []
        if own.contains(use.name) || References.declaredNames(at: closure.statements).contains(use.name) { return true }
      }
      node = current.parent
    }
    return false
  }

  /// Declares a constant for a parameter of a handler.
  ///
  /// - Parameters:
  ///   - isDeclaredBefore: Whether the constant is declared before the statement that computes its value, which must not
  ///     use the name for something else then.
  /// - Returns: The name of the parameter, or another name if that one is taken.
  mutating func declare(parameter name: String, of handler: ClosureExprSyntax, isDeclaredBefore: Bool) -> String {
    // `in` is a name only in backticks, and a `catch` clause declares `error`.
    if name.hasPrefix("`") || name == "error" && isDeclaredBefore { return declareUnused(startingWith: "value") }
    let isHiding = isDeclaredBefore ? isUsedOutside(name, handler) : isUsed(name, after: handler.endPosition)
    // Renaming a parameter is simpler than renaming a local variable.
    if !isDeclared(name, around: handler), !isHiding, !locals.contains(name) {
      declared.insert(name)
      return name
    }
    return declareUnused(startingWith: name)
  }

  /// Declares a constant for the input of a handler that gives it no name.
  mutating func declare(hint: String, for handler: some SyntaxProtocol, isDeclaredBefore: Bool) -> String {
    let isHiding = isDeclaredBefore ? isUsed(hint) : isUsed(hint, after: handler.position)
    guard !isDeclared(hint, around: handler), !isHiding, !isUsedByArgument(hint), !locals.contains(hint),
      !Self.keywords.contains(hint)
    else {
      return declareUnused(startingWith: hint == "value" ? hint : hint + "Value")
    }
    declared.insert(hint)
    return hint
  }

  /// Whether a closure other than a handler uses a name. A closure cannot use the constant that its call initializes.
  private func isUsedByArgument(_ name: String, outside handler: ClosureExprSyntax? = nil) -> Bool {
    let own = handler.map { $0.position..<$0.endPosition }
    return uses.contains { use in
      guard use.name == name, own?.contains(use.token.position) != true, !isBoundByClosure(use) else { return false }
      var node = Syntax(use.token).parent
      while let current = node {
        if let closure = current.as(ClosureExprSyntax.self), !closure.isHandler { return true }
        node = current.parent
      }
      return false
    }
  }

  private func isUsedOutside(_ name: String, _ handler: ClosureExprSyntax) -> Bool {
    let range = handler.position..<handler.endPosition
    return uses.contains { $0.name == name && !range.contains($0.token.position) && !isBoundByClosure($0) }
  }

  /// Declares a constant whose name nothing uses.
  mutating func declareUnused(startingWith hint: String) -> String {
    var name = hint
    var number = 2
    while declared.contains(name) || patterns.contains(where: { $0.name == name }) || isUsed(name)
      || locals.contains(name)
      || Self.keywords.contains(name)
    {
      // A keyword with a number is a name.
      name = "\(hint)\(number)"
      number += 1
    }
    declared.insert(name)
    return name
  }

  /// Declares the variables of a handler's statements.
  mutating func declare(localsOf handler: ClosureExprSyntax) throws(LeaveReason) {
    let hoisted = References.hoistedNames(at: handler.statements)
    for name in References.declaredNames(at: handler.statements) {
      // Functions and types are visible before their declarations.
      let isHiding = hoisted.contains(name) ? isUsedOutside(name, handler) : isUsed(name, after: handler.endPosition)
      // A closure sees the names that are declared after it.
      guard !isDeclared(name, around: handler), !isHiding, !isUsedByArgument(name, outside: handler) else {
        throw LeaveReason(
          .nameConflict, at: handler,
          "The handler declares \(name), which would hide another \(name) outside of it. Rename one of them.")
      }
      declared.insert(name)
    }
  }

  /// Derives a name from the source of a value: `user` from `fetchUser(id)`.
  static func hint(for expression: ExprSyntax) -> String {
    if let call = expression.as(FunctionCallExprSyntax.self) { return hint(for: call.calledExpression) }
    let name: String
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let last = member.declName.baseName.text
      name = last == "init" ? member.base?.trimmedText ?? "" : last
    } else if let reference = expression.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
    } else if let generic = expression.as(GenericSpecializationExprSyntax.self) {
      return hint(for: generic.expression)
    } else {
      return "value"
    }
    var words = name.filter { $0.isLetter || $0.isNumber }
    for verb in verbs where words.hasPrefix(verb) && words.dropFirst(verb.count).first?.isUppercase == true {
      words.removeFirst(verb.count)
      break
    }
    // Neither a verb nor the name of an operator is a good name for a value.
    guard !words.isEmpty, !verbs.contains(words), !Chain.operators.contains(words), words.first!.isLetter else {
      return "value"
    }
    return lowercasingFirstWord(of: words)
  }

  /// Returns `urlSession` for `URLSession`.
  private static func lowercasingFirstWord(of name: String) -> String {
    let capitals = name.prefix(while: \.isUppercase)
    guard capitals.count > 1, capitals.count < name.count else {
      return name.prefix(1).lowercased()
        + (capitals.count == name.count ? name.dropFirst().lowercased() : String(name.dropFirst()))
    }
    return capitals.dropLast().lowercased() + name.dropFirst(capitals.count - 1)
  }

  private static let verbs = [
    "fetch", "load", "get", "request", "read", "find", "make", "create", "download", "compute", "parse", "decode",
    "query",
    "build", "post", "send", "perform", "when", "firstly", "race", "after", "wrap", "all", "any",
  ]

  private static let keywords: Set<String> = [
    "as", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
    "is",
    "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension ClosureExprSyntax {
  /// Whether the closure belongs to an operator or to `firstly`.
  fileprivate var isHandler: Bool {
    guard let call = parent?.as(FunctionCallExprSyntax.self) ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return Chain(ExprSyntax(call)) != nil || call.calledExpression.isWritten("firstly")
  }
}
