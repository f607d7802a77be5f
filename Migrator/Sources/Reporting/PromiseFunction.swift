import PromiseSyntax

/// A function that returns a promise, with what keeps it from being deleted.
///
/// It has an `async` form if a function of the same type accepts the same calls and is `async`. Calls are matched by name,
/// argument labels and, where it is written, the type, so their number can be too high. A call counts for the promise form
/// unless it is awaited directly, as in `try await load()`.
package struct PromiseFunction: Hashable, Sendable, Codable {
  /// The containers and the name with its labels, such as `API.user(id:)`.
  package let function: String
  /// Whether the function is `public` or `open`.
  package let isPublic: Bool
  /// Whether it has an `async` form.
  package let hasAsyncForm: Bool
  /// The number of calls in the scanned files, not including recursive ones.
  package let callers: Int
  /// Whether the function is passed as an argument, or has no body.
  package let isReferenced: Bool
  /// The declaration.
  package let declaration: DeclarationPlace

  /// Whether no scanned file calls the promise form. Before a public one can go, it needs an `async` form.
  var isUncalled: Bool { callers == 0 && !isReferenced && (hasAsyncForm || !isPublic) }

  /// Returns the functions in the files that import this library.
  static func all(in files: [FileReport], _ twins: Twins) -> [PromiseFunction] {
    let asyncForms = AsyncForms(files, twins)
    var index = FunctionIndex(files) { $0.style == .promise && !$0.isOverride }
    guard !index.groups.isEmpty else { return [] }
    let callers = callers(in: files, &index)
    let arguments = files.reduce(into: Set<String>()) { $0.formUnion($1.arguments) }

    var functions: [PromiseFunction] = []
    for (fileIndex, file) in files.enumerated() where file.imports.contains(where: { $0.library == .swiftPromises }) {
      for (functionIndex, function) in file.functions.enumerated() {
        guard let group = index.group(of: functionIndex, inFile: fileIndex) else { continue }
        functions.append(
          PromiseFunction(
            function: function.name, isPublic: function.isPublic, hasAsyncForm: asyncForms.contain(function),
            callers: callers[group], isReferenced: arguments.contains(function.baseName) || !function.hasBody,
            declaration: DeclarationPlace(path: file.path, line: function.line)))
      }
    }
    return functions
  }

  /// Returns the number of the callers of each group of functions.
  private static func callers(in files: [FileReport], _ index: inout FunctionIndex) -> [Int] {
    var callers = Array(repeating: 0, count: index.groups.count)
    for (fileIndex, file) in files.enumerated() {
      var targets = file.calls.map { $0.mayReturnPromise ? index.groups(calledBy: $0) : [] }
      for (functionIndex, function) in file.functions.enumerated() {
        guard let group = index.group(of: functionIndex, inFile: fileIndex) else { continue }
        // A function may call itself.
        for call in function.calls where targets[call].contains(group) { targets[call].remove(group) }
      }
      for groups in targets { for group in groups { callers[group] += 1 } }
    }
    return callers
  }
}

/// The `async` functions of all files.
private struct AsyncForms {
  private struct Name: Hashable {
    let owner: String?
    let baseName: String
  }

  private let twins: Twins
  private var functions: [Name: [FunctionUse]] = [:]

  init(_ files: [FileReport], _ twins: Twins) {
    self.twins = twins
    for function in files.lazy.flatMap(\.functions) where function.style == .async {
      functions[Name(owner: function.owner, baseName: function.baseName), default: []].append(function)
    }
  }

  /// Whether a function has an `async` form, with the same parameters or with more that have default values.
  func contain(_ function: FunctionUse) -> Bool {
    if twins.withAsyncForm.contains(function.identity) { return true }
    let call = Call(
      name: function.baseName, receiver: .value,
      arguments: function.parameters.map { Call.Argument(label: $0.label, isNil: false) }, trailingClosureCount: 0,
      mayReturnPromise: false)
    return functions[Name(owner: function.owner, baseName: function.baseName), default: []].contains { call.fits($0) }
  }
}
