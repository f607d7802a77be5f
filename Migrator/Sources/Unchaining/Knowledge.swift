import PromiseSyntax
import SwiftSyntax

/// What is known of the functions and types of all files.
struct Knowledge: Sendable {
  /// A function that returns a promise.
  struct Function: Hashable, Sendable {
    let kind: PromiseType.Kind
    let valueType: String
    /// Whether there is an async function of the same name, now or after the rewriting.
    var hasAsyncForm: Bool
  }

  /// The functions by their containers, names and labels. Those that differ only in types are left out.
  private var functions: [String: Function] = [:]
  /// The functions by their names and labels, without their containers. Those that differ in anything are left out.
  private var functionsByName: [String: Function] = [:]
  private(set) var mainActorTypes: Set<String> = []
  private(set) var actors: Set<String> = []
  /// The names and labels of functions that subclasses override.
  private(set) var overridden: Set<String> = []
  /// The identities of async functions.
  private(set) var asyncFunctions: Set<String> = []

  init(_ surveys: [UnchainSurvey]) {
    var ambiguous: Set<String> = []
    var ambiguousNames: Set<String> = []
    var asyncKeys: Set<String> = []
    for survey in surveys {
      mainActorTypes.formUnion(survey.mainActorTypes)
      actors.formUnion(survey.actors)
      overridden.formUnion(survey.overridden)
      for function in survey.functions {
        if function.isAsync {
          asyncFunctions.insert(function.identity)
          asyncKeys.insert(function.key)
        } else if let promise = function.promise {
          let found = Function(kind: promise.kind, valueType: promise.valueType, hasAsyncForm: function.isUnchained)
          if let old = functions[function.key], old != found { ambiguous.insert(function.key) }
          functions[function.key] = found
          let name = String(function.key.drop { $0 != "." })
          let foreign = Function(kind: promise.kind, valueType: promise.valueType, hasAsyncForm: false)
          if let old = functionsByName[name], old != foreign { ambiguousNames.insert(name) }
          functionsByName[name] = foreign
        }
      }
    }
    for key in ambiguous { functions[key] = nil }
    for name in ambiguousNames { functionsByName[name] = nil }
    for key in asyncKeys { functions[key]?.hasAsyncForm = true }
  }

  /// Returns the function that a call calls.
  ///
  /// If the type of the callee is not known, it is assumed to be one of the functions of that name, if these agree. That
  /// one has an async form is assumed only if the call leaves no doubt.
  func function(calledBy call: FunctionCallExprSyntax, in caller: FunctionDeclaration) -> Function? {
    guard call.additionalTrailingClosures.isEmpty, call.trailingClosure == nil else { return nil }
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let type = caller.containers.last { $0.kind != .function }?.name
    let callee = call.calledExpression
    if let reference = callee.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      return functions[Self.key(type, name, labels, isStatic: caller.isStatic)]
        ?? functions[Self.key(nil, name, labels, isStatic: false)] ?? function(named: name, labels)
    }
    guard let member = callee.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedDescription else {
      return nil
    }
    let name = member.declName.baseName.text
    let found =
      switch base {
      case "self": functions[Self.key(type, name, labels, isStatic: caller.isStatic)]
      case "Self": functions[Self.key(type, name, labels, isStatic: true)]
      default: functions[Self.key(base, name, labels, isStatic: true)]
      }
    return found ?? function(named: name, labels)
  }

  private func function(named name: String, _ labels: [String]) -> Function? {
    functionsByName[Self.key(nil, name, labels, isStatic: false)]
      ?? functionsByName[Self.key(nil, name, labels, isStatic: true)]
  }

  static func key(_ type: String?, _ name: String, _ labels: [String], isStatic: Bool) -> String {
    "\(type ?? "").\(name)(\(labels.map { $0 + ":" }.joined()))\(isStatic ? " static" : "")"
  }
}

/// What a file tells about the functions and types of other files.
package struct UnchainSurvey: Sendable {
  struct Function: Sendable {
    let identity: String
    let key: String
    let isAsync: Bool
    let promise: (kind: PromiseType.Kind, valueType: String)?
    /// Whether the function becomes async.
    let isUnchained: Bool
  }

  var functions: [Function] = []
  var mainActorTypes: Set<String> = []
  var actors: Set<String> = []
  var overridden: Set<String> = []
}
