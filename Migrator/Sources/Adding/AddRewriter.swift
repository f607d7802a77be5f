package import SourceEditing

import PromiseSyntax
import SwiftSyntax

/// Writes the twins of functions in another style.
package struct AddRewriter: Rewriter {
  let options: AddOptions

  package init(options: AddOptions) { self.options = options }

  package func survey(_ source: SourceText) -> AddSurvey { AddSurvey(source) }

  package func concerns(_ survey: AddSurvey) -> Bool { !survey.functions.isEmpty }

  package func declares(_ name: String, in knowledge: Knowledge) -> Bool { knowledge.names.contains(name) }

  package func combine(_ surveys: [AddSurvey]) -> Knowledge { Knowledge(surveys) }

  package func rewrite(_ source: SourceText, knowing knowledge: Knowledge) -> Rewriting {
    let originals = FunctionDeclaration.allButLocal(in: source.tree)
      .filter { !$0.isOperator && !$0.extendsPromises }
      .map { Original($0, knowing: knowledge) }
    let unknown = originals.compactMap { remarkOnUnknownHandler(of: $0, knowledge, in: source) }
    let wanted = originals.filter { isWanted($0, knowledge) }
    let imports = AddedImport(source)
    if let other = imports.otherLibrary, !wanted.isEmpty {
      let message =
        "The file imports \(other.module), whose promises have the same names. Run `migrate-promises adopt` first."
      return Rewriting(
        path: source.path,
        remarks: [Remark(.left, in: source, at: other.declaration, reason: "other-library", message: message)])
    }
    var placement = TwinPlacement(source)
    var remarks = unknown
    var written: [String: [Original]] = [:]
    var twins: [Twin] = []
    for original in wanted {
      do throws(Obstacle) {
        let insertion = try Insertion(of: original, options.placement, in: source)
        let twin = try Twin(
          of: original, options: options, knowledge: knowledge, unit: source.indentation.unit,
          indentation: placement.indentation(original, insertion).count)
        try checkNamesakes(original, written[original.identity] ?? [], knowledge)
        placement.add(twin, of: original, at: insertion)
        written[original.identity, default: []].append(original)
        twins.append(twin)
        if let note = note(on: original, in: source) { remarks.append(note) }
      } catch {
        remarks.append(
          Remark(
            .left, in: source, at: original.function.node, reason: error.reason, message: error.message,
            explanation: error.explanation))
      }
    }
    guard !twins.isEmpty else { return Rewriting(path: source.path, remarks: remarks) }
    let isPublic = twins.contains { $0.isPublic && $0.declaresPromise }
    let module = module(for: written.values.joined())
    let access = imports.access(to: module, isPublic: isPublic, knowing: knowledge)
    let edits = placement.edits + [imports.edit(importing: module, access: access)].compactMap { $0 }
    return Rewriting(path: source.path, edits: edits, remarks: remarks, changeCount: twins.count)
  }

  /// Whether the options ask for a twin of the function.
  private func isChosen(_ original: Original) -> Bool {
    (!options.isForPublicOnly || original.function.isPublic)
      && (options.names.isEmpty || options.names.contains(original.name))
  }

  /// Whether a function should get a twin.
  private func isWanted(_ original: Original, _ knowledge: Knowledge) -> Bool {
    guard isChosen(original), let target = FunctionDeclaration.Style(rawValue: options.style.rawValue),
      original.style != .synchronous,
      original.style != target, original.style == preferredSource(original.identity, knowledge),
      !knowledge.exists(original.identity, in: target)
    else { return false }
    if knowledge.isTest(original.function, in: original.record.container) { return false }
    if knowledge.isKnownOverride(original.record, style: original.style, handlerIndex: original.handler?.index) {
      return false
    }
    // Default arguments are known for the type itself only.
    let hasDefaults = original.function.parameters.contains { $0.defaultValue != nil }
    return hasDefaults
      || !knowledge.isImplementation(
        original.record, style: original.style, handlerIndex: original.handler?.index,
        publicOnly: options.isForPublicOnly)
  }

  /// The style of the function that the twin calls, if the function exists in several styles.
  private func preferredSource(_ identity: String, _ knowledge: Knowledge) -> FunctionDeclaration.Style? {
    let order: [FunctionDeclaration.Style] = [.promise, .async, .callback]
    return order.first { $0.rawValue != options.style.rawValue && knowledge.exists(identity, in: $0) }
  }

  /// Checks that the twin cannot be confused with another declaration.
  ///
  /// - Parameter namesakes: The functions with the same identity that have a twin already.
  private func checkNamesakes(
    _ original: Original, _ namesakes: [Original], _ knowledge: Knowledge
  ) throws(Obstacle) {
    if options.style != .callback, knowledge.hasSynchronousForm(original.record, handlerIndex: original.handler?.index)
    {
      throw Obstacle(
        "synchronous-namesake",
        "A synchronous function has the parameters that the twin of \(original.fullName) would have. Rename one of them."
      )
    }
    if options.style == .promise, original.parameters.isEmpty,
      knowledge.properties.contains("\(original.record.container).\(original.name)")
    {
      throw Obstacle(
        "property-namesake",
        "A property has the name that the twin of \(original.fullName) would have. Rename one of them.")
    }
    if namesakes.contains(where: { !$0.function.node.isAlternative(to: original.function.node) }) {
      throw Obstacle(
        "same-parameters",
        "The twin of \(original.fullName) would have the same parameters as the twin of another function. Write it by hand, with another name."
      )
    }
  }

  /// Returns a remark on a function whose handler has an unknown type.
  private func remarkOnUnknownHandler(of original: Original, _ knowledge: Knowledge, in source: SourceText) -> Remark? {
    guard options.style != .callback, let handler = original.unknownHandler, isChosen(original),
      let target = FunctionDeclaration.Style(rawValue: options.style.rawValue),
      !knowledge.exists(original.record.identity(withoutParameterAt: handler.index), in: target)
    else { return nil }
    let type = handler.parameter.nameOfAlias ?? ""
    return Remark(
      .left, in: source, at: original.function.node, reason: "unknown-handler",
      message:
        "None of the files declares \(type), the type of the parameter `\(handler.parameter.internalName)` of \(original.fullName).",
      explanation: "Write the function type instead, or add the file with the declaration to the command.")
  }

  /// Returns a note on calls that the user has to change.
  private func note(on original: Original, in source: SourceText) -> Remark? {
    guard options.style == .async, let handler = original.handler, handler.hasDefault else { return nil }
    return Remark(
      .note, in: source, at: original.function.node, reason: "default-handler",
      message: "In async code, calls of \(original.fullName) without `\(handler.name)` now call the async form.",
      explanation: "Add `await` to these calls, or pass the handler.")
  }

  /// The module that the twins need.
  private func module(for originals: some Sequence<Original>) -> String {
    options.style == .async || originals.contains { $0.style == .async } ? "PromiseConcurrency" : "PromiseCore"
  }
}

extension FunctionDeclaration {
  /// Whether the function is declared in an extension of a promise. Other forms of such an operator make no sense.
  fileprivate var extendsPromises: Bool {
    containers.contains { $0.kind == .extension && ["Promise", "Guarantee", "Thenable"].contains($0.name) }
  }

  /// Whether the name of the function is an operator such as `+`.
  fileprivate var isOperator: Bool {
    switch node.as(FunctionDeclSyntax.self)?.name.tokenKind {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}

extension SyntaxProtocol {
  /// Whether two nodes are in different branches of an `#if`, so that only one of them is compiled.
  fileprivate func isAlternative(to other: some SyntaxProtocol) -> Bool {
    let mine = clauses
    return other.clauses.contains { clause in
      mine.contains { $0.parent?.id == clause.parent?.id && $0.id != clause.id }
    }
  }

  /// The clauses of `#if` around the node.
  private var clauses: [Syntax] {
    sequence(first: Syntax(self)) { $0.parent }.filter { $0.is(IfConfigClauseSyntax.self) }
  }
}
