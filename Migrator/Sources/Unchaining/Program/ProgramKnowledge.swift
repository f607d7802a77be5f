import PromiseSyntax
import SwiftSyntax

/// The functions and types that are declared in the scanned files.
struct ProgramKnowledge: Sendable {
  /// A function that returns a promise.
  struct Function: Hashable, Sendable {
    let kind: PromiseType.Kind
    let valueType: String
    /// Whether the context determines the type of the value.
    let isGeneric: Bool
    /// The type around the function.
    var owner: String?
    /// Whether the type of the value has a name that is known only inside of the owner.
    var hasLocalType = false
    /// Whether there is an async function of the same name, now or after the rewriting.
    var hasAsyncForm: Bool
    /// Whether a call may run the function of another type, which has no async form that replaces this one.
    var isOverridable = false
    /// The possible declarations, by their identities and the types of their promises.
    var forms: Set<String> = []

    /// Whether an async function calls the async form.
    var isCalledAsync: Bool { hasAsyncForm && !isOverridable }
  }

  /// The functions by their containers, names and labels, without those that differ only in types.
  private var functions: [String: Function] = [:]
  /// The functions by their names and labels, regardless of their containers, without those that differ in any way.
  private var functionsByName: [String: Function] = [:]
  /// The result types of synchronous functions.
  private var synchronousResults: [String: String] = [:]
  /// The labels of functions with one parameter, by their types and names.
  private var labels: [String: Set<String>] = [:]
  /// Whether any function of a name throws.
  private var throwing: [String: Bool] = [:]
  private(set) var mainActorTypes: Set<String> = []
  private var concreteTypes: Set<String> = []
  /// The types that an extension makes types of errors.
  private var errorTypes: Set<String> = []
  private var requirements: [String: Set<String>] = [:]
  private(set) var actors: Set<String> = []
  /// Where the program chooses the queue of handlers that name none, unless it is the main queue.
  private(set) var defaultQueue: String?
  /// The types that a type names as those that it inherits from or conforms to, without the names of outer types.
  private var bases: [String: [String]] = [:]
  /// The types that a type inherits from or conforms to, directly or not.
  private var supertypes: [String: Set<String>] = [:]
  /// The types whose values have a function `get` of their own, such as `Result`.
  private var typesWithGet: Set<String> = ["Result"]
  /// The names and labels of functions with an async form, which may be members of any type.
  private var asyncNames: Set<String> = []
  /// The names and labels of synchronous functions, which may be members of any type.
  private var synchronousNames: Set<String> = []
  /// The base names of functions with an async form.
  private var asyncBaseNames: Set<String> = []
  /// The names and labels of functions with an async form whose value has a function `get`.
  private var namesWithGet: Set<String> = []
  /// The async functions by their types, without those.
  private var asyncMembers: [String: Set<String>] = [:]
  /// The types of the properties, by the names of their own types. Empty if the type is not written.
  private var properties: [String: [String: String]] = [:]
  /// The functions that differ in the types of their promises only.
  private(set) var overloads = Overloads()
  /// The names and labels of async functions, by their containers.
  private var asyncKeys: Set<String> = []
  /// Those that leave out parameters with default values.
  private var shortenedAsyncKeys: Set<String> = []
  /// The names of the types that are declared several times, in different scopes.
  private var repeatedTypes: Set<String> = []
  /// The names and labels of functions that subclasses override.
  private var overriding: [String: Set<String>] = [:]
  /// The identities of synchronous functions.
  private(set) var synchronousFunctions: Set<String> = []
  /// The identities of async functions.
  private(set) var asyncFunctions: Set<String> = []

  init(_ surveys: [UnchainSurvey]) {
    var ambiguous: Set<String> = []
    var ambiguousNames: Set<String> = []
    var identities: [String: Set<String>] = [:]
    var forms: [String: Set<String>] = [:]
    for survey in surveys {
      bases.merge(survey.bases, uniquingKeysWith: +)
      concreteTypes.formUnion(survey.concreteTypes)
      errorTypes.formUnion(survey.errorTypes)
      properties.merge(survey.properties, uniquingKeysWith: { $0.merging($1) { first, _ in first } })
      requirements.merge(survey.requirements, uniquingKeysWith: { $0.union($1) })
    }
    for type in bases.keys { supertypes[type] = inherited(by: type) }
    let counts = surveys.reduce(into: [:]) { $0.merge($1.declarationCounts, uniquingKeysWith: +) }
    repeatedTypes = Set(counts.filter { $0.value > 1 }.keys)
    let aliases = surveys.reduce(into: [:]) { $0.merge($1.aliases) { first, _ in first } }
    for survey in surveys { typesWithGet.formUnion(survey.typesWithGet) }
    for (name, type) in aliases where typesWithGet.contains(type) { typesWithGet.insert(name) }
    let nestedTypes = surveys.reduce(into: Set()) { $0.formUnion($1.nestedTypes) }
    for survey in surveys {
      mainActorTypes.formUnion(survey.mainActorTypes)
      actors.formUnion(survey.actors)
      defaultQueue = defaultQueue ?? survey.defaultQueue
      overriding.merge(survey.overriding) { $0.union($1) }
      synchronousFunctions.formUnion(survey.synchronousFunctions)
      labels.merge(survey.labels, uniquingKeysWith: { $0.union($1) })
      throwing.merge(survey.throwing, uniquingKeysWith: { $0 || $1 })
      for function in survey.functions {
        let key = (function.type ?? "") + function.name
        if function.isAsync {
          asyncFunctions.insert(function.identity)
          asyncKeys.insert(key)
          if function.isShortened { shortenedAsyncKeys.insert(key) }
          asyncNames.insert(function.name)
          asyncBaseNames.insert(function.baseName)
          if let type = function.type { asyncMembers[type, default: []].insert(function.member) }
        } else if let promise = function.promise {
          var found = Function(
            kind: promise.kind, valueType: promise.valueType, isGeneric: function.isGeneric,
            hasAsyncForm: function.isUnchained, isOverridable: isOverridable(function.overriding))
          found.owner = function.type
          let mentioned = promise.valueType.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
          found.hasLocalType = mentioned.contains {
            nestedTypes.contains($0) || function.genericParameters.contains($0)
          }
          if let old = functions[key], old != found { ambiguous.insert(key) }
          functions[key] = found
          identities[key, default: []].insert(function.identity)
          forms[key, default: []].insert(function.form)
          if function.isUnchained {
            asyncNames.insert(function.name)
            asyncBaseNames.insert(function.baseName)
            if hasOwnGet(promise.valueType) { namesWithGet.insert(function.name) }
          }
          overloads.add(promise, of: function)
          let name = function.name
          (found.hasAsyncForm, found.isOverridable, found.owner) = (false, false, nil)
          if let old = functionsByName[name], old != found { ambiguousNames.insert(name) }
          functionsByName[name] = found
        } else if let result = function.synchronousResult {
          if let old = synchronousResults[key], old != result { ambiguous.insert(key) }
          synchronousResults[key] = result
          // Without a known receiver, the call may refer to any type.
          synchronousNames.insert(function.name)
          ambiguousNames.insert(function.name)
        }
      }
    }
    for key in ambiguous { (functions[key], synchronousResults[key]) = (nil, nil) }
    for name in ambiguousNames { functionsByName[name] = nil }
    for (key, found) in identities {
      if !found.isDisjoint(with: asyncFunctions) { functions[key]?.hasAsyncForm = true }
    }
    overloads.inherit(supertypes(of:))
    for (key, found) in forms { functions[key]?.forms = found }
    // What a type inherits from decides its isolation.
    for type in bases.keys where !supertypes(of: type).isDisjoint(with: mainActorTypes) { mainActorTypes.insert(type) }
  }

  /// Whether the values of a type are errors, or `nil` if the type is not declared in the scanned files.
  func isErrorType(_ name: String) -> Bool? {
    if errorTypes.contains(name) { return true }
    guard concreteTypes.contains(name) else { return nil }
    return supertypes(of: name).contains { $0 == "Error" || $0.hasSuffix("Error") }
  }

  /// Whether several types have a name, one of which is isolated to an actor.
  func isIsolationUnclear(_ type: String) -> Bool {
    repeatedTypes.contains(type) && (actors.contains(type) || mainActorTypes.contains(type))
  }

  /// Whether the values of a type have a function `get` of their own.
  func hasOwnGet(_ type: String) -> Bool {
    let name = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? ""
    return typesWithGet.contains(name) && type.last != "?"
  }

  /// Whether `get()` may be a member of an async form's value instead of the promise that a call returns.
  func mayGetValue(of call: FunctionCallExprSyntax) -> Bool {
    guard let name = Self.baseName(of: call.calledExpression) else { return false }
    return [false, true].contains { namesWithGet.contains(Self.key(nil, name, labels(of: call), isStatic: $0)) }
  }

  /// Whether a function of a name has an async form whose value has a function `get`.
  func mayGetValue(ofFunctionNamed name: String) -> Bool {
    namesWithGet.contains { $0.hasPrefix(".\(name)(") }
  }

  /// Whether a reference to a function, without a call, may refer to an async form.
  func isAsync(functionNamed name: String, in caller: Caller) -> Bool {
    asyncBaseNames.contains(name) && !caller.declares(name) && !hasProperty(name, in: caller)
      && !caller.declaresInBody(name)
  }

  private static func baseName(of function: ExprSyntax) -> String? {
    (function.as(DeclReferenceExprSyntax.self) ?? function.as(MemberAccessExprSyntax.self)?.declName)?.baseName.text
  }

  private func isOverridable(_ overriding: Overriding) -> Bool {
    // A member of an extension of a concrete type neither overrides nor is overridden.
    func isConcrete(_ type: String) -> Bool {
      concreteTypes.contains(type) || MainActorTypes.classes.contains(type)
    }
    if case .inConstrainedExtension(let type) = overriding { return !isConcrete(type) }
    guard case .ifRequired(let type, let key) = overriding else { return overriding == .always }
    if isConcrete(type) { return false }
    return ([type] + supertypes(of: type)).contains { name in
      requirements[name].map { $0.contains(key) } ?? !Overriding.protocolsOfTheSystem.contains(name)
    }
  }

  /// Whether a subclass overrides a function.
  func isOverridden(_ function: FunctionDeclaration) -> Bool {
    guard let type = function.containers.last(where: { $0.kind != .function })?.name,
      let subclasses = overriding[function.fullName]
    else { return false }
    return subclasses.contains { supertypes(of: $0).contains(type) }
  }

  /// Returns the types that a type inherits from or conforms to, directly or not.
  private func supertypes(of type: String) -> Set<String> { supertypes[type] ?? [] }

  private func inherited(by type: String) -> Set<String> {
    var found: Set<String> = []
    var open = [type]
    while let next = open.popLast() {
      for base in bases[next] ?? [] where found.insert(base).inserted { open.append(base) }
    }
    return found
  }

  /// Returns the declarations, if some functions are left unchanged.
  func leaving(_ left: Set<String>, _ surveys: [UnchainSurvey]) -> ProgramKnowledge {
    var surveys = surveys
    for index in surveys.indices {
      surveys[index].functions = surveys[index].functions.map { function in
        var function = function
        if left.contains(function.form) { function.isUnchained = false }
        return function
      }
    }
    return ProgramKnowledge(surveys)
  }

  /// Whether overload resolution prefers an async function for a call.
  func isAsyncPreferred(_ call: FunctionCallExprSyntax, in caller: Caller) -> Bool {
    if function(calledBy: call, in: caller)?.hasAsyncForm == true { return true }
    if keys(of: call, in: caller).contains(where: asyncKeys.contains) { return true }
    // The type of the receiver, or of the arguments, may decide. An operator of a chain has become a statement.
    guard let name = Self.baseName(of: call.calledExpression), Chain(ExprSyntax(call)) == nil,
      !isHidden(name, of: call, in: caller)
    else { return false }
    return [false, true].contains {
      let key = Self.key(nil, name, labels(of: call), isStatic: $0)
      return asyncNames.contains(key) && !synchronousNames.contains(key)
    }
  }

  /// Whether a parameter, a variable or a property hides the functions of a name.
  private func isHidden(_ name: String, of call: FunctionCallExprSyntax, in caller: Caller) -> Bool {
    guard call.calledExpression.is(DeclReferenceExprSyntax.self) else { return false }
    return caller.declares(name) || hasProperty(name, in: caller)
  }

  private func hasProperty(_ name: String, in caller: Caller) -> Bool {
    guard let own = caller.type else { return false }
    return ([own] + supertypes(of: own)).contains { properties[$0]?[name] != nil }
  }

  /// Returns the functions that a call may mean if they differ only in the types of their promises, and if one of them has
  /// an async form.
  ///
  /// - Parameter isPromise: Whether the call returns a promise, so that an object of any type may be meant.
  func overloads(
    of call: FunctionCallExprSyntax, in caller: Caller, isPromise: Bool
  ) -> Overloads.Declarations? {
    guard call.additionalTrailingClosures.isEmpty, call.trailingClosure == nil else { return nil }
    let type = caller.type
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard !caller.declares(name) else { return nil }
      let key = Self.key(nil, name, labels(of: call), isStatic: caller.isStatic)
      return overloads.of(key, in: type) ?? overloads.of(key, in: "")
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
    let name = member.declName.baseName.text
    let keys = [false, true].map { Self.key(nil, name, labels(of: call), isStatic: $0) }
    guard let owner = self.type(of: base, in: caller) else {
      return isPromise ? keys.lazy.compactMap(overloads.anywhere).first : nil
    }
    return keys.lazy.compactMap { overloads.of($0, in: owner) }.first
  }

  /// Returns the type of an object, if the object is a parameter or a property with a written type.
  private func type(of object: ExprSyntax, in caller: Caller) -> String? {
    let own = caller.type
    func property(_ name: String) -> String? {
      guard let own else { return nil }
      return ([own] + supertypes(of: own)).lazy.compactMap { properties[$0]?[name] }.first.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    if let name = object.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if ["self", "Self"].contains(name) { return own }
      if let type = caller.type(ofParameter: name) { return type }
      if name.first?.isUppercase == true { return name }
      return caller.declares(name) ? nil : property(name)
    }
    guard let member = object.as(MemberAccessExprSyntax.self), let base = member.base?.as(DeclReferenceExprSyntax.self)
    else { return nil }
    if base.baseName.text == "self" { return property(member.declName.baseName.text) }
    let found = properties[base.baseName.text]?[member.declName.baseName.text]
    return found?.isEmpty == true ? nil : found
  }

  /// Whether the async form of a function could be confused with the async form of another function.
  func hasConflict(_ function: FunctionDeclaration, _ promise: PromiseType) -> Bool {
    let type = function.containers.last { $0.kind != .function }?.name
    let key = function.memberIdentity()
    if overloads.differInKind(key, valueType: promise.value.trimmedText, in: type) { return true }
    // Calls of an async function that leave out arguments would prefer it.
    let labels = function.parameters.map(\.firstName.text)
    if shortenedAsyncKeys.contains(Self.key(type, function.name, labels, isStatic: function.isStatic)) { return true }
    guard let type else { return false }
    // It would be called instead of an inherited async function.
    if supertypes(of: type).contains(where: { asyncMembers[$0]?.contains(key) == true }) { return true }
    // An async form in a class would override the one of an extension of its base class.
    return supertypes(of: type).contains { concreteTypes.contains($0) && overloads.isDeclared(key, in: $0) }
  }

  /// Returns the called function.
  ///
  /// If the type of the receiver is not known, all functions with that name are considered, provided that they agree. That
  /// one has an async form is assumed only if the call leaves no doubt.
  func function(calledBy call: FunctionCallExprSyntax, in caller: Caller) -> Function? {
    guard call.additionalTrailingClosures.isEmpty, call.trailingClosure == nil else { return nil }
    for key in keys(of: call, in: caller) {
      if let found = functions[key] { return found }
      if synchronousResults[key] != nil { return nil }
    }
    let name = Self.baseName(of: call.calledExpression)
    if let name, isHidden(name, of: call, in: caller) { return nil }
    return name.flatMap { function(named: $0, labels(of: call)) }
  }

  /// Returns the result type of the called function, if that function is known to be synchronous.
  func synchronousResult(of call: FunctionCallExprSyntax, in caller: Caller) -> String? {
    guard call.additionalTrailingClosures.isEmpty, call.trailingClosure == nil else { return nil }
    return keys(of: call, in: caller).lazy.compactMap { synchronousResults[$0] }.first
  }

  /// Returns the label of the only parameter of a function that is named in an expression, `_` if it has none.
  func label(ofFunction reference: ExprSyntax, in caller: Caller) -> String? {
    let type = caller.type ?? ""
    let found: Set<String>?
    if let name = reference.as(DeclReferenceExprSyntax.self)?.baseName.text {
      found = labels["\(type).\(name)"] ?? labels[".\(name)"]
    } else if let member = reference.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedText {
      found = labels["\(["self", "Self"].contains(base) ? type : base).\(member.declName.baseName.text)"]
    } else {
      found = nil
    }
    return found?.count == 1 ? found?.first : nil
  }

  /// Whether a function of a name may throw, or `nil` if none is known.
  func throwsErrors(functionNamed name: String) -> Bool? { throwing[name] }

  private func labels(of call: FunctionCallExprSyntax) -> [String] { call.arguments.map { $0.label?.text ?? "_" } }

  /// Returns the keys of the functions that a call may refer to: members of the enclosing or the named type, or global ones.
  private func keys(of call: FunctionCallExprSyntax, in caller: Caller) -> [String] {
    let labels = labels(of: call)
    let type = caller.type
    if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      // A parameter or a variable may hide the function.
      guard !caller.declares(name), !hasProperty(name, in: caller) else { return [] }
      let types = [type].compactMap { $0 } + (type.map { supertypes(of: $0).sorted() } ?? [])
      return types.map { Self.key($0, name, labels, isStatic: caller.isStatic) }
        + [Self.key(nil, name, labels, isStatic: false)]
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedText
    else { return [] }
    let name = member.declName.baseName.text
    switch base {
    case "self": return [Self.key(type, name, labels, isStatic: caller.isStatic)]
    case "Self": return [Self.key(type, name, labels, isStatic: true)]
    default: return [Self.key(base, name, labels, isStatic: true)]
    }
  }

  private func function(named name: String, _ labels: [String]) -> Function? {
    functionsByName[Self.key(nil, name, labels, isStatic: false)]
      ?? functionsByName[Self.key(nil, name, labels, isStatic: true)]
  }

  static func key(_ type: String?, _ name: String, _ labels: [String], isStatic: Bool) -> String {
    "\(type ?? "").\(name)(\(labels.map { $0 + ":" }.joined()))\(isStatic ? " static" : "")"
  }
}
