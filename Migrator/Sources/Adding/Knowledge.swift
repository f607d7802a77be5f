import PromiseSyntax
import SwiftSyntax

/// The declarations in all files that the command reads.
package struct Knowledge: Sendable {
  /// The styles in which each function exists, by its identity.
  private(set) var styles: [String: Set<FunctionDeclaration.Style>] = [:]
  /// The base names of all functions.
  private(set) var names: Set<String> = []
  private(set) var aliases: [String: TypeAlias] = [:]
  private var aliasNames: Set<String> = []
  /// The simple names of types that conform to `Error`.
  private var errorTypes: Set<String> = []
  private(set) var classes: Set<String> = []
  private(set) var values: Set<String> = []
  private(set) var actors: Set<String> = []
  private(set) var globalActors: Set<String> = []
  private(set) var objectiveCClasses: Set<String> = []
  private(set) var properties: Set<String> = []
  /// How modules are imported, by their names.
  private(set) var imports: [String: Set<ImportAccess>] = [:]
  private var inherited: [String: [String]] = [:]
  /// The identities of functions that may be callback forms whose handler has an unusual name.
  private var closureForms: Set<String> = []
  /// The identities of requirements by style. `publicRequirements` contains the public ones.
  private var requirements: [FunctionDeclaration.Style: Set<String>] = [:]
  private var publicRequirements: [FunctionDeclaration.Style: Set<String>] = [:]
  /// The identities of functions that are not overrides.
  private var originals: [FunctionDeclaration.Style: Set<String>] = [:]

  /// The types that have a method named `wrap`.
  private var typesWithWrap: Set<String> = []

  init(_ surveys: [AddSurvey]) {
    for survey in surveys {
      for alias in survey.aliases {
        aliases[alias.path] = alias
        aliasNames.insert(alias.name)
      }
      classes.formUnion(survey.classes)
      values.formUnion(survey.values)
      actors.formUnion(survey.actors)
      globalActors.formUnion(survey.globalActors)
      objectiveCClasses.formUnion(survey.objectiveCClasses)
      properties.formUnion(survey.properties)
      imports.merge(survey.imports, uniquingKeysWith: { $0.union($1) })
      inherited.merge(survey.inherited, uniquingKeysWith: +)
    }
    for (type, names) in inherited where !Self.errorProtocols.isDisjoint(with: names) {
      errorTypes.insert(String(type.split(separator: ".").last ?? ""))
    }
    for survey in surveys {
      for function in survey.functions {
        names.insert(function.name)
        add(function)
      }
    }
  }

  private mutating func add(_ function: FunctionRecord) {
    var (style, index) = (function.style, function.handlerIndex)
    if style == .synchronous, let aliased = aliasedHandler(of: function) { (style, index) = (.callback, aliased) }
    let identity = function.identity(withoutParameterAt: index)
    styles[identity, default: []].insert(style)
    if function.name == "wrap" { typesWithWrap.insert(function.container) }
    if function.isRequirement {
      requirements[style, default: []].insert(identity)
      if function.isPublic { publicRequirements[style, default: []].insert(identity) }
    }
    if !function.isOverride { originals[style, default: []].insert(identity) }
    if function.style == .synchronous || function.style == .callback {
      for (index, parameter) in function.parameters.enumerated() where parameter.isClosure {
        closureForms.insert(function.identity(withoutParameterAt: index))
      }
    }
  }

  private func aliasedHandler(of function: FunctionRecord) -> Int? {
    for candidate in function.candidates.reversed() where aliasNames.contains(candidate.name) {
      let parameter = FunctionParameterSyntax.parse(candidate.text)
      if let parameter, aliasedHandler(parameter, in: function.container) != nil { return candidate.index }
    }
    return nil
  }

  /// Reads a parameter as a completion handler whose type is an alias.
  func aliasedHandler(_ parameter: FunctionParameterSyntax, in container: String) -> CallbackType? {
    guard let type = aliases.expanding(parameter.type, in: container), let callback = CallbackType(type),
      FunctionDeclaration.isCompletionHandler(parameter, callback)
    else { return nil }
    return callback
  }

  /// Reads a parameter's type as a closure type, whether it is spelled out or an alias.
  func callbackType(of parameter: FunctionParameterSyntax, in container: String) -> CallbackType? {
    CallbackType(parameter.type) ?? aliases.expanding(parameter.type, in: container).flatMap(CallbackType.init)
  }

  /// Whether a type that is not optional is an error, according to its name or the scanned files.
  func isError(_ type: TypeSyntax) -> Bool {
    if TypeText.isError(type) { return true }
    guard let name = TypeText.simpleName(type) else { return false }
    return errorTypes.contains(name)
  }

  /// Whether a function exists in a style.
  func exists(_ identity: String, in style: FunctionDeclaration.Style) -> Bool {
    styles[identity]?.contains(style) ?? false || style == .callback && closureForms.contains(identity)
  }

  /// Whether the type, or one that it inherits from, has a synchronous function with the same parameters.
  func hasSynchronousForm(_ function: FunctionRecord, handlerIndex: Int?) -> Bool {
    ([function.container] + ancestors(of: function.container)).contains {
      exists(function.identity(withoutParameterAt: handlerIndex, in: $0), in: .synchronous)
    }
  }

  /// Whether the function implements a requirement. All conforming types have the twin of the requirement.
  func isImplementation(
    _ function: FunctionRecord, style: FunctionDeclaration.Style, handlerIndex: Int?, publicOnly: Bool
  )
    -> Bool
  {
    guard !function.isRequirement else { return false }
    let known = (publicOnly ? publicRequirements : requirements)[style] ?? []
    // The default implementation of a requirement is in an extension of the protocol itself.
    return ([function.container] + ancestors(of: function.container)).contains {
      known.contains(function.identity(withoutParameterAt: handlerIndex, in: $0))
    }
  }

  /// Whether the function overrides a known function. The twin of that function calls the override.
  func isKnownOverride(_ function: FunctionRecord, style: FunctionDeclaration.Style, handlerIndex: Int?) -> Bool {
    guard function.isOverride else { return false }
    return ancestors(of: function.container).contains {
      originals[style]?.contains(function.identity(withoutParameterAt: handlerIndex, in: $0)) ?? false
    }
  }

  /// Whether the function is a test.
  func isTest(_ function: FunctionDeclaration, in container: String) -> Bool {
    if function.attribute("Test") != nil { return true }
    let isTestCase = ancestors(of: container).contains { $0.hasSuffix("TestCase") } || container.hasSuffix("Tests")
    return isTestCase
      && (function.name.hasPrefix("test") && function.parameters.isEmpty
        || function.has("override") && (function.name.hasPrefix("setUp") || function.name.hasPrefix("tearDown")))
  }

  /// The types that a type inherits from or conforms to, directly or not.
  private func ancestors(of type: String) -> [String] {
    var found: [String] = []
    var open = inherited[type] ?? []
    while let next = open.popLast() {
      guard next != type, !found.contains(next) else { continue }
      found.append(next)
      open += inherited[next] ?? []
    }
    return found
  }

  /// Whether a method of a type hides the function `wrap`.
  func declaresWrap(_ type: String) -> Bool {
    !typesWithWrap.isEmpty && !typesWithWrap.isDisjoint(with: [type] + ancestors(of: type))
  }

  /// Whether a type has a method `cancel()`, according to its name or the scanned files.
  func canCancel(_ type: String) -> Bool {
    let name = String(type.split(separator: ".").last ?? "")
    if Self.cancellableTypes.contains(name) || name.hasSuffix("Task") || name.contains("Cancel") { return true }
    return ([type] + ancestors(of: type)).contains {
      styles["\($0).cancel()"] != nil || Self.cancellableTypes.contains($0)
    }
  }

  private static let errorProtocols: Set<String> = [
    "Error", "Swift.Error", "LocalizedError", "CustomNSError", "NSError",
  ]

  private static let cancellableTypes: Set<String> = [
    "DataRequest", "DispatchWorkItem", "DownloadRequest", "Operation", "Progress", "UploadRequest", "URLSessionTask",
    "Cancellable", "AnyCancellable",
  ]
}

extension FunctionParameterSyntax {
  /// Parses the text of a parameter.
  fileprivate static func parse(_ text: String) -> FunctionParameterSyntax? {
    let declaration = DeclSyntax.parse("func f(\(text))")
    return declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters.first
  }
}
