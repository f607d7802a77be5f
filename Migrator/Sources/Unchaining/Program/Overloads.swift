import PromiseSyntax

/// The functions with promises that differ in nothing but types, so that the context decides which one a call calls.
struct Overloads: Sendable {
  struct Signature: Hashable {
    let kind: PromiseType.Kind
    let valueType: String
  }

  /// Functions of the same name and labels.
  struct Declarations {
    var signatures: Set<Signature> = []
    /// The functions, by their identities and the types of their promises.
    var forms: Set<String> = []
    var haveAsyncForm = false

    mutating func formUnion(_ other: Declarations) {
      signatures.formUnion(other.signatures)
      forms.formUnion(other.forms)
      haveAsyncForm = haveAsyncForm || other.haveAsyncForm
    }

    var areOverloads: Bool { signatures.count > 1 && haveAsyncForm }
    /// Whether some return a promise and others a guarantee.
    var differInKind: Bool { Set(signatures.map(\.kind)).count > 1 }
  }

  /// The functions by their types (empty for global functions), and by their names and labels.
  private var declarations: [String: [String: Declarations]] = [:]
  /// The functions by their types, and by their names, labels and the types of their parameters.
  private var members: [String: [String: Set<Signature>]] = [:]
  /// The overloads by their types, inherited functions included.
  private var overloads: [String: [String: Declarations]] = [:]
  private var allOverloads: [String: Declarations] = [:]

  mutating func add(_ promise: (kind: PromiseType.Kind, valueType: String), of function: UnchainSurvey.Function) {
    let signature = Signature(kind: promise.kind, valueType: promise.valueType)
    declarations[function.type ?? "", default: [:]][function.name, default: Declarations()]
      .formUnion(Declarations(signatures: [signature], forms: [function.form], haveAsyncForm: function.isUnchained))
    members[function.type ?? "", default: [:]][function.member, default: []].insert(signature)
  }

  /// Finds the overloads, after all functions have been added.
  mutating func inherit(_ supertypes: (String) -> Set<String>) {
    for (type, functions) in declarations {
      let inherited = type.isEmpty ? [] : supertypes(type).compactMap { declarations[$0] }
      for (name, found) in functions {
        var found = found
        for base in inherited { if let same = base[name] { found.formUnion(same) } }
        guard found.areOverloads else { continue }
        overloads[type, default: [:]][name] = found
        allOverloads[name, default: Declarations()].formUnion(found)
      }
    }
  }

  /// Returns the overloads of a name and labels in a type, or among the global functions if its name is empty.
  func of(_ name: String, in type: String?) -> Declarations? { overloads[type ?? ""]?[name] }

  /// The functions that are overloads, by their identities and the types of their promises.
  var forms: Set<String> { allOverloads.values.reduce(into: []) { $0.formUnion($1.forms) } }

  /// Returns the overloads of a name and labels in all types.
  func anywhere(_ name: String) -> Declarations? { allOverloads[name] }

  /// Whether a type has a function with the same name, labels and parameters.
  func isDeclared(_ member: String, in type: String) -> Bool { members[type]?[member] != nil }

  /// Whether a type has functions that return a promise and a guarantee of the same value.
  func differInKind(_ member: String, valueType: String, in type: String?) -> Bool {
    let signatures = members[type ?? ""]?[member] ?? []
    return Set(signatures.filter { $0.valueType == valueType }.map(\.kind)).count > 1
  }
}
