import PromiseSyntax

/// The functions with promises that differ in nothing but types, so that the context decides which one a call calls.
struct Overloads: Sendable {
  private struct Signature: Hashable {
    let kind: PromiseType.Kind
    let valueType: String
  }

  private struct Declarations {
    var signatures: Set<Signature> = []
    var haveAsyncForm = false

    mutating func formUnion(_ other: Declarations) {
      signatures.formUnion(other.signatures)
      haveAsyncForm = haveAsyncForm || other.haveAsyncForm
    }

    var areOverloads: Bool { signatures.count > 1 && haveAsyncForm }
  }

  /// The functions by their types (empty for global functions), and by their names and labels.
  private var declarations: [String: [String: Declarations]] = [:]
  /// The functions by their types, and by their names, labels and the types of their parameters.
  private var members: [String: [String: Set<Signature>]] = [:]
  /// The overloads by their types, inherited functions included.
  private var overloads: [String: Set<String>] = [:]
  private var allOverloads: Set<String> = []

  mutating func add(_ promise: (kind: PromiseType.Kind, valueType: String), of function: UnchainSurvey.Function) {
    let signature = Signature(kind: promise.kind, valueType: promise.valueType)
    declarations[function.type ?? "", default: [:]][function.name, default: Declarations()]
      .formUnion(Declarations(signatures: [signature], haveAsyncForm: function.isUnchained))
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
        overloads[type, default: []].insert(name)
        allOverloads.insert(name)
      }
    }
  }

  func contain(_ name: String, in type: String?) -> Bool { overloads[type ?? ""]?.contains(name) ?? false }
  func containAnywhere(_ name: String) -> Bool { allOverloads.contains(name) }

  /// Whether a type has a function with the same name, labels and parameters.
  func isDeclared(_ member: String, in type: String) -> Bool { members[type]?[member] != nil }

  /// Whether a type has functions that return a promise and a guarantee of the same value.
  func differInKind(_ member: String, valueType: String, in type: String?) -> Bool {
    let signatures = members[type ?? ""]?[member] ?? []
    return Set(signatures.filter { $0.valueType == valueType }.map(\.kind)).count > 1
  }
}
