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
    let imports = ImportStatement.all(in: source.tree).filter { OwnModules.all.contains($0.module) }
    guard !imports.isEmpty, !CopiedFiles.contain(source) else { return Rewriting(path: source.path) }
    var editing = FileEditing(source)
    let removed = forms(in: source, program).filter { reasonToKeep($0, program) == nil }
    _ = editing.apply(
      removed.compactMap(\.removedRange).map { range in
        Replacement(edits: [Edit(from: range.lowerBound, to: range.upperBound, "")])
      })
    let remains = Remains(in: editing.source, except: forms(in: editing.source, program), program)
    var remarks = forms(in: editing.source, program).map { form in
      Remark(
        .left, in: editing.source, at: form.function.node, reason: "promise-form",
        message: reasonToKeep(form, program) ?? "\(Self.title(form)) cannot be removed. Remove it by hand.")
    }
    remarks += remains.remarks
    if remarks.isEmpty {
      editing.replace(with: remains.sourceWithoutImports)
      if remains.needsResolver { editing.need(.callback) }
    }
    var rewriting = editing.rewriting
    rewriting.remarks = remarks.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return rewriting
  }

  /// Returns the functions of a file that return a promise and only call an `async` form.
  private func forms(in source: SourceText, _ program: LeavingProgram) -> [PromiseForm] {
    FunctionDeclaration.all(in: source.tree).compactMap(PromiseForm.init).filter {
      program.forms.hasAsyncForm($0.function)
    }
  }

  private static func title(_ form: PromiseForm) -> String {
    "\(form.function.fullName) -> \(form.function.promise!.kind.rawValue)"
  }

  /// Returns why the promise form of a function has to remain.
  private func reasonToKeep(_ form: PromiseForm, _ program: LeavingProgram) -> String? {
    let title = Self.title(form)
    let uses = program.uses(of: form.function)
    let certain = uses.filter { $0.variable == nil }.map { "\($0.path):\($0.line)" }
    if !certain.isEmpty {
      let places = certain.indices.filter { $0 == 0 || certain[$0] != certain[$0 - 1] }.map { certain[$0] }
      return "\(title) is used at \(places.listing()). Call the async form there, and run the command again."
    }
    if let use = uses.first, let variable = use.variable {
      return """
        \(use.path):\(use.line) may call \(title) or the variable of the same name at \(variable.path):\(variable.line). \
        Rename the variable, and run the command again.
        """
    }
    if options.hasUnreadFiles {
      return "A file that could not be read may call \(title). Correct that file, and run the command again."
    }
    if form.isRequired || program.requirements.contains(form.function.name) {
      return "\(title) may be required by another declaration. Remove both by hand."
    }
    if form.isPublic, !options.removesPublicFunctions {
      return "\(title) is public, and code outside the scanned files may call it. Remove it by hand, or pass --public."
    }
    if form.removedRange == nil { return "A comment in or before \(title) would be lost. Remove the function by hand." }
    return nil
  }
}
