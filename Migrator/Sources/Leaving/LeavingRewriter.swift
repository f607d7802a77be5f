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
    var removed: [Range<AbsolutePosition>] = []
    for form in FunctionDeclaration.all(in: source.tree).compactMap(PromiseForm.init) {
      guard program.forms.throwingOfAsyncForms(form.function.name) != nil else { continue }
      if let message = reasonToKeep(form, program) {
        rewriting.remarks.append(
          Remark(.left, in: source, at: form.function.node, reason: "promise-form", message: message))
      } else if let range = form.removedRange {
        removed.append(range)
        rewriting.edits.append(Edit(from: range.lowerBound, to: range.upperBound, ""))
      }
    }
    rewriting.changeCount = removed.count
    let uses = LibraryUse.candidates(in: source.tree, importing: Set(imports.map(\.module))).filter { use in
      !removed.contains { $0.contains(use.node.position) } && use.operation.isUsed(if: use.condition, program.names)
    }
    let others = uses.filter { !PlainCall.isPlain($0) && !CancellationCheck.isPossible($0) }
    let waits = program.forms.declares("get") ? [] : AwaitedPromise.all(in: source.tree, except: removed)
    guard others.isEmpty, waits.isEmpty else {
      let remarks = remarks(
        about: others.map { ($0.operation, $0.node) } + waits.map { (.await, Syntax($0.call)) }, in: source)
      // A function that returns a promise has been explained already.
      let lines = Set(rewriting.remarks.map(\.line))
      rewriting.remarks += remarks.filter { !lines.contains($0.line) }
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
    let name = form.function.name
    let title = "\(form.function.fullName) -> \(form.function.promise!.kind.rawValue)"
    if let use = program.uses[name] {
      return "\(title) is used at \(use.path):\(use.line). Call the async form there, and run the command again."
    }
    if form.isRequired || program.requirements.contains(name) {
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
        "\(operation.title)\(times) needs the library. In plain Swift: \(operation.replacement.plainSwift)."
      return Remark(.left, in: source, at: node, reason: "promise", message: message)
    }
  }
}
