package import PromiseSyntax

/// A function that is to be moved early: a leaf without an `async` form, with its callers.
///
/// A leaf is a function with callbacks or promises that calls no other such function of the scanned files, except for those
/// that have an `async` form already. The functions are ordered by the number of calls. Calls are matched by name, argument
/// labels and, where it is written, the type, so the number is approximate. Declarations that calls cannot tell apart,
/// such as a requirement of a protocol and its implementations, are counted as one function.
package struct FirstMove: Hashable, Sendable, Codable {
  /// The name with its labels, such as `user(id:)`.
  package let function: String
  /// How the function delivers its result.
  package let style: FunctionDeclaration.Style
  /// How many calls the scanned files contain, other than those of the function by itself.
  package let callers: Int
  /// The declarations that calls cannot tell apart, in the order of the files.
  package let declarations: [DeclarationPlace]

  static func all(in files: [FileReport], _ twins: Twins) -> [FirstMove] {
    let index = FunctionIndex(files, twins)
    var isLeaf = Array(repeating: true, count: index.groups.count)
    var callers = Array(repeating: 0, count: index.groups.count)
    for (fileIndex, file) in files.enumerated() {
      var targets = file.calls.map(index.groups(calledBy:))
      for (functionIndex, function) in file.functions.enumerated() {
        guard let group = index.group(of: functionIndex, inFile: fileIndex) else { continue }
        for call in function.calls {
          // A function may call itself.
          targets[call].remove(group)
          if !targets[call].isEmpty { isLeaf[group] = false }
        }
      }
      for groups in targets { for group in groups { callers[group] += 1 } }
    }
    return index.groups.indices
      .filter { isLeaf[$0] && callers[$0] > 0 && index.groups[$0].hasBody }
      .map { number in
        let group = index.groups[number]
        return FirstMove(
          function: group.key.fullName, style: group.key.style, callers: callers[number],
          declarations: group.declarations)
      }
      .sorted { ($1.callers, $0.function, $0.style.rawValue) < ($0.callers, $1.function, $1.style.rawValue) }
  }
}

/// Finds the functions to move that a call may mean.
private struct FunctionIndex {
  /// What the functions of a group have in common.
  struct Key: Hashable {
    let fullName: String
    let style: FunctionDeclaration.Style
  }

  /// Functions that calls cannot tell apart.
  struct Group {
    let key: Key
    var declarations: [DeclarationPlace] = []
    var hasBody = false
  }

  private(set) var groups: [Group] = []
  /// All functions by name, with the group of those that are to be moved.
  private var functions: [String: [(function: FunctionUse, group: Int?)]] = [:]
  private var groupsOfFiles: [[Int?]] = []

  init(_ files: [FileReport], _ twins: Twins) {
    var numbers: [Key: Int] = [:]
    for file in files {
      var groupsOfFile: [Int?] = []
      for function in file.functions {
        var group: Int?
        if Self.isToBeMoved(function, twins) {
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
        functions[function.baseName, default: []].append((function, group))
      }
      groupsOfFiles.append(groupsOfFile)
    }
  }

  /// An override has the style of what it overrides.
  private static func isToBeMoved(_ function: FunctionUse, _ twins: Twins) -> Bool {
    (function.style == .callback || function.style == .promise) && !function.isOverride
      && !twins.withAsyncForm.contains(function.identity)
  }

  func group(of function: Int, inFile file: Int) -> Int? { groupsOfFiles[file][function] }

  /// Returns the groups of the functions that a call may mean.
  func groups(calledBy call: Call) -> Set<Int> {
    guard let named = functions[call.name], named.contains(where: { $0.group != nil }) else { return [] }
    let fitting = named.filter { call.fits($0.function) }
    let owner: String?
    switch call.receiver {
    case .implicit(let type): owner = type
    case .type(let type): owner = type
    case .value: return Set(fitting.compactMap(\.group))
    }
    // A member of the type itself takes precedence over functions of other types, which can be inherited.
    let own = fitting.filter { $0.function.owner == owner }
    return Set((own.isEmpty ? fitting : own).compactMap(\.group))
  }
}
