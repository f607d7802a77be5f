import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// What a file still uses of the library, except for functions that return promises and have an `async` form.
struct Remains {
  private let source: SourceText
  private let imports: [ImportStatement]
  private let uses: [LibraryUse]
  /// What needs the library, by the operation.
  private var operations: [(operation: LibraryOperation, node: Syntax)] = []
  private var others: [Remark] = []

  init(in source: SourceText, except forms: [PromiseForm], _ program: LeavingProgram) {
    self.source = source
    imports = ImportStatement.all(in: source.tree).filter { OwnModules.all.contains($0.module) }
    let ranges = forms.map { $0.function.node.position..<$0.function.node.endPosition }
    func isElsewhere(_ node: some SyntaxProtocol) -> Bool { !ranges.contains { $0.contains(node.position) } }
    uses = LibraryUse.candidates(in: source.tree, importing: Set(imports.map(\.module))).filter { use in
      use.operation.isUsed(if: use.condition, program.names) && isElsewhere(use.node)
    }
    operations = uses.filter { use in
      if PlainCall.isPlain(use) { return false }
      return program.declaresCancellation || CancellationCheck(use) == nil
    }.map { ($0.operation, $0.node) }
    if !program.forms.declares("get") {
      let waits = AwaitedPromise.all(in: source.tree).map(\.call).filter(isElsewhere)
      operations += waits.filter { wait in !uses.contains { $0.node.id == wait.id } }.map { (.await, Syntax($0)) }
    }
    let checked = Set(uses.map(\.node.id))
    let names = OtherNames(in: source.tree)
    operations += names.cancellations.filter { !checked.contains($0.id) && isElsewhere($0) }.map { (.error, $0) }
    if let queue = names.defaultQueue {
      others.append(
        remark(at: queue, "DispatchQueue.promises is the queue of handlers. Remove it with the last promise."))
    }
    for statement in imports where statement.module == "PromiseTesting" || statement.attributes.contains("_exported") {
      others.append(
        remark(
          at: Syntax(statement.declaration),
          "Other code may depend on what this import makes visible. Replace or remove it by hand."))
    }
  }

  private func remark(at node: Syntax, _ message: String) -> Remark {
    Remark(.left, in: source, at: node, reason: "promise", message: message)
  }

  /// One remark for each operation, at its first use, and those about imports.
  var remarks: [Remark] {
    let nodes = Dictionary(grouping: operations, by: \.operation)
    var seen: Set<LibraryOperation> = []
    return others
      + operations.compactMap { operation, node in
        guard seen.insert(operation).inserted else { return nil }
        let lines = Set(nodes[operation]!.map { source.location(of: $0.node.positionAfterSkippingLeadingTrivia).line })
        let count = nodes[operation]!.count
        let times =
          count == 1
          ? ""
          : " (\(count) times, \(lines.count == 1 ? "in line" : "in lines") \(lines.sorted().map(String.init).listing()))"
        return remark(at: node, "This needs the library\(times): \(operation.title). \(Self.advice(on: operation))")
      }
  }

  private static func advice(on operation: LibraryOperation) -> String {
    // What `unchain` can rewrite has been rewritten.
    if operation == .chain {
      return "Rewrite the chain as statements in Task { do { … } catch { … } }, or make the function async."
    }
    return "In plain Swift: \(operation.replacement.plainSwift)."
  }

  /// Whether the file calls `withResolver`, which plain Swift needs a file for.
  var needsResolver: Bool { uses.contains { $0.operation == .resolver } }

  /// The file without the imports, if nothing needs them.
  var sourceWithoutImports: SourceText {
    // One after the other, because one check can contain another one.
    var result = source
    while let check = LibraryUse.all(in: result.tree).lazy.compactMap(CancellationCheck.init).first,
      let edited = try? result.edited([check.edit])
    {
      result = edited
    }
    let imports = ImportStatement.all(in: result.tree).filter { OwnModules.all.contains($0.module) }
    return (try? result.edited(ImportRemoval.edits(imports, in: result))) ?? result
  }
}

/// Names that the compiler may find in the library, in ways that ``LibraryUse`` does not know.
private final class OtherNames: SyntaxVisitor {
  private(set) var cancellations: [Syntax] = []
  private(set) var defaultQueue: Syntax?

  init(in tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.declName.baseName.text {
    case "isCancelled":
      let base = node.base?.trimmedText.lowercased() ?? ""
      if !base.hasSuffix("task"), !base.hasSuffix("operation"), base != "self" { cancellations.append(Syntax(node)) }
    case "promises": if node.base?.isWritten("DispatchQueue") == true { defaultQueue = Syntax(node) }
    default: break
    }
    return .visitChildren
  }
}
