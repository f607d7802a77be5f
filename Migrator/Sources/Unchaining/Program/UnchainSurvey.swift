import PromiseSyntax

/// The functions and types of one file.
package struct UnchainSurvey: Sendable {
  struct Function: Sendable {
    let identity: String
    /// The identity with the type of the promise.
    let form: String
    /// The name, the labels and the types of the parameters.
    let member: String
    /// The name of the type around the function.
    let type: String?
    /// Whether the labels of parameters with default values are missing in the name.
    let isShortened: Bool
    /// The name without the labels.
    let baseName: String
    /// The name and the labels.
    let name: String
    let isAsync: Bool
    let promise: (kind: PromiseType.Kind, valueType: String)?
    /// The result type, if the function is neither async nor returns a promise.
    let synchronousResult: String?
    /// The generic parameters of the function.
    let genericParameters: Set<String>
    /// Whether the value of the promise is a generic parameter of the function, which no parameter determines.
    let isGeneric: Bool
    /// Whether the function is expected to become async.
    var isUnchained: Bool
    let overriding: Overriding
  }

  var functions: [Function] = []
  /// Whether the file may contain a function or a property that returns a chain.
  var hasChains = false
  /// Where the file chooses the queue of handlers that name none, unless it is the main queue.
  var defaultQueue: String?
  var mainActorTypes: Set<String> = []
  var actors: Set<String> = []
  /// The number of declarations of each type, by its name without the names of outer types.
  var declarationCounts: [String: Int] = [:]
  /// The types that an extension makes types of errors.
  var errorTypes: Set<String> = []
  /// The names of the types other than protocols.
  var concreteTypes: Set<String> = []
  /// What the protocols require, by their names.
  var requirements: [String: Set<String>] = [:]
  /// The classes that override functions, by the names and labels of these.
  var overriding: [String: Set<String>] = [:]
  /// The identities of synchronous functions.
  var synchronousFunctions: Set<String> = []
  var bases: [String: [String]] = [:]
  /// The names of types that are visible only within another type: nested types and generic parameters.
  var nestedTypes: Set<String> = []
  /// The types that type aliases stand for.
  var aliases: [String: String] = [:]
  /// The types with a function `get`.
  var typesWithGet: Set<String> = []
  /// The types of the properties, by the names of their own types. Empty if the type is not written.
  var properties: [String: [String: String]] = [:]
  var labels: [String: Set<String>] = [:]
  var throwing: [String: Bool] = [:]
}
