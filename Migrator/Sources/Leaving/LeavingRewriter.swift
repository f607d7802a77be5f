import PromiseSyntax
package import SourceEditing
import SwiftSyntax

/// Removes what is left of promises: functions that return promises and that no code calls, and the imports.
package struct LeavingRewriter: Rewriter {
  private let options: LeavingOptions

  package init(options: LeavingOptions = LeavingOptions()) { self.options = options }

  package func survey(_ source: SourceText) -> LeavingSurvey { LeavingSurvey(source) }

  package func combine(_ surveys: [LeavingSurvey]) -> LeavingProgram { LeavingProgram(surveys) }

  package func rewrite(_ source: SourceText, knowing program: LeavingProgram) -> Rewriting {
    var rewriting = Rewriting(path: source.path)
    let imports = ImportStatement.all(in: source.tree).filter { OwnModules.all.contains($0.module) }
    guard !imports.isEmpty, !CopiedFiles.contain(source) else { return rewriting }
    var forms: [Range<AbsolutePosition>] = []
    for form in FunctionDeclaration.all(in: source.tree).compactMap(PromiseForm.init) {
      let node = form.function.node
      guard program.forms.throwingOfAsyncForms(form.function.name) != nil else { continue }
      forms.append(node.position..<node.endPosition)
      if let message = reasonToKeep(form, program) {
        rewriting.remarks.append(Remark(.left, in: source, at: node, reason: "promise-form", message: message))
      } else if let range = form.removedRange {
        rewriting.edits.append(Edit(from: range.lowerBound, to: range.upperBound, ""))
      }
    }
    rewriting.changeCount = rewriting.edits.count
    func isElsewhere(_ node: some SyntaxProtocol) -> Bool { !forms.contains { $0.contains(node.position) } }
    let uses = LibraryUse.candidates(in: source.tree, importing: Set(imports.map(\.module))).filter { use in
      use.operation.isUsed(if: use.condition, program.names) && isElsewhere(use.node)
    }
    let others = uses.filter { !PlainCall.isPlain($0) && !CancellationCheck.isPossible($0) }
    let waits = program.forms.declares("get") ? [] : AwaitedPromise.all(in: source.tree).map(\.call).filter(isElsewhere)
    guard others.isEmpty, waits.isEmpty, rewriting.remarks.isEmpty else {
      let all = others.map { ($0.operation, $0.node) } + waits.map { (LibraryOperation.await, Syntax($0)) }
      rewriting.remarks += remarks(about: all, in: source)
      return rewriting
    }
    for use in uses {
      if let check = CancellationCheck(use) { rewriting.edits.append(check.edit) }
      if use.operation == .resolver { rewriting.neededFiles.insert(PlainSwiftFile.callback.rawValue) }
    }
    rewriting.edits += ImportRemoval.edits(imports, in: source)
    return rewriting
  }

  /// Returns why the promise form of a function has to remain.
  private func reasonToKeep(_ form: PromiseForm, _ program: LeavingProgram) -> String? {
    let title = "\(form.function.fullName) -> \(form.function.promise!.kind.rawValue)"
    if let use = program.use(of: form.function) {
      return "\(title) is used at \(use.path):\(use.line). Call the async form there, and run the command again."
    }
    if form.isRequired || program.requirements.contains(form.function.name) {
      return "\(title) may be required by another declaration. Remove both by hand."
    }
    if form.isPublic, !options.removesPublicFunctions {
      return "\(title) is public, and code outside the scanned files may call it. Remove it by hand, or pass --public."
    }
    if form.removedRange == nil { return "A comment before \(title) would be lost. Remove the function by hand." }
    return nil
  }

  /// Returns one remark for each operation that remains in a file, at its first use.
  private func remarks(about uses: [(operation: LibraryOperation, node: Syntax)], in source: SourceText) -> [Remark] {
    let counts = Dictionary(uses.map { ($0.operation, 1) }, uniquingKeysWith: +)
    var seen: Set<LibraryOperation> = []
    return uses.compactMap { operation, node in
      guard seen.insert(operation).inserted else { return nil }
      let times = counts[operation]! == 1 ? "" : " (\(counts[operation]!) times in this file)"
      let message =
        "This needs the library\(times): \(operation.title). In plain Swift: \(operation.replacement.plainSwift)."
      return Remark(.left, in: source, at: node, reason: "promise", message: message)
    }
  }
}
