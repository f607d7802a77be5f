import PromiseSyntax

/// Finds the functions that a call may refer to, among those that matter.
struct FunctionIndex {
  /// What the functions of a group have in common.
  struct Key: Hashable {
    let fullName: String
    let style: FunctionDeclaration.Style
  }

  /// Functions that a call cannot distinguish.
  struct Group {
    let key: Key
    var declarations: [DeclarationPlace] = []
    var hasBody = false
  }

  /// Functions of one name that accept the same calls.
  private struct Overloads {
    /// One of the functions.
    let sample: FunctionUse
    /// The groups of the functions that matter, by the types that the functions are members of.
    ///
    /// A type whose functions do not matter has an empty set.
    var groups: [String?: Set<Int>] = [:]
  }

  /// The properties of a function that determine which calls it accepts.
  private struct Signature: Hashable {
    let parameters: [FunctionUse.Parameter]
    let handlerIndex: Int?
  }

  /// The properties of a call that determine which functions accept it.
  private struct CallShape: Hashable {
    let name: String
    let arguments: [Call.Argument]
    let trailingClosureCount: Int
  }

  /// The groups that a call may refer to.
  private struct Targets {
    /// The groups of the functions of all types.
    var all: Set<Int> = []
    /// The groups by the types that the functions are members of.
    var byOwner: [String?: Set<Int>] = [:]
  }

  private(set) var groups: [Group] = []
  /// All functions by name and signature.
  private var functions: [String: [Signature: Overloads]] = [:]
  /// The targets of the calls so far, because many calls have the same shape.
  private var targets: [CallShape: Targets] = [:]
  private var groupsOfFiles: [[Int?]] = []

  /// Indexes the functions of files.
  ///
  /// - Parameter isMember: Whether a function matters, and is in a group.
  init(_ files: [FileReport], where isMember: (FunctionUse) -> Bool) {
    var numbers: [Key: Int] = [:]
    for file in files {
      var groupsOfFile: [Int?] = []
      for function in file.functions {
        var group: Int?
        if isMember(function) {
          let key = Key(fullName: function.fullName, style: function.style)
          let number = numbers[key] ?? groups.count
          if number == groups.count {
            numbers[key] = number
            groups.append(Group(key: key))
          }
          groups[number].declarations.append(DeclarationPlace(path: file.path, line: function.line))
          if function.hasBody { groups[number].hasBody = true }
          group = number
        }
        groupsOfFile.append(group)
        let signature = Signature(parameters: function.parameters, handlerIndex: function.handlerIndex)
        functions[function.baseName, default: [:]][signature, default: Overloads(sample: function)]
          .groups[function.owner, default: []].formUnion(group.map { [$0] } ?? [])
      }
      groupsOfFiles.append(groupsOfFile)
    }
  }

  func group(of function: Int, inFile file: Int) -> Int? { groupsOfFiles[file][function] }

  /// Returns the groups of the functions that a call may refer to.
  mutating func groups(calledBy call: Call) -> Set<Int> {
    guard functions[call.name] != nil else { return [] }
    let targets = targets(of: call)
    let owner: String?
    switch call.receiver {
    case .implicit(let type): owner = type
    case .type(let type): owner = type
    case .value: return targets.all
    }
    // A member of the type itself takes precedence over functions of other types, which can be inherited.
    return targets.byOwner[owner] ?? targets.all
  }

  private mutating func targets(of call: Call) -> Targets {
    let shape = CallShape(
      name: call.name, arguments: call.arguments, trailingClosureCount: call.trailingClosureCount)
    if let known = targets[shape] { return known }
    var result = Targets()
    for overloads in functions[call.name, default: [:]].values where call.fits(overloads.sample) {
      for (owner, groups) in overloads.groups {
        result.all.formUnion(groups)
        result.byOwner[owner, default: []].formUnion(groups)
      }
    }
    targets[shape] = result
    return result
  }
}
