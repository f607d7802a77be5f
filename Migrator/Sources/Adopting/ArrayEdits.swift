import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Edits the elements of array literals, and preserves their layout.
struct ArrayEdits {
  private let scribe: Scribe
  private let lines: TextLines

  init(_ scribe: Scribe) {
    self.scribe = scribe
    lines = TextLines(scribe.source)
  }

  /// Replaces the expression of an element with several.
  func replace(_ element: ArrayElementSyntax, with texts: [String]) {
    scribe.edit(Edit(replacing: element.expression, with: texts.joined(separator: separator(of: element))))
  }

  /// Inserts elements before another one.
  func insert(_ texts: [String], before element: ArrayElementSyntax) {
    let separator = separator(of: element)
    let text = texts.map { $0 + separator }.joined()
    scribe.edit(Edit(inserting: text, at: element.positionAfterSkippingLeadingTrivia))
  }

  /// Inserts elements after another one.
  func insert(_ texts: [String], after element: ArrayElementSyntax) {
    let separator = separator(of: element)
    let text = texts.map { separator + $0 }.joined()
    scribe.edit(Edit(inserting: text, at: element.expression.endPositionBeforeTrailingTrivia))
  }

  /// Removes elements of one or several lists, none of which becomes empty.
  func remove(_ elements: [ArrayElementSyntax]) {
    let removed = Set(elements.map(\.id))
    var done: Set<SyntaxIdentifier> = []
    for element in elements where !done.contains(element.id) {
      guard let list = element.parent?.as(ArrayElementListSyntax.self) else { continue }
      let all = Array(list)
      // The elements at the end, after the last one that stays.
      let end = Array(all.suffix(while: { removed.contains($0.id) }))
      if end.count < all.count, end.contains(where: { $0.id == element.id }),
        let range = rangeWithComma(of: end, after: all[all.count - end.count - 1])
      {
        scribe.edit(Edit(range: range, replacement: ""))
        done.formUnion(end.map(\.id))
        continue
      }
      scribe.edit(Edit(range: lines.removal(element), replacement: ""))
      done.insert(element.id)
    }
  }

  /// Returns the range of the elements at the end of a list with the comma before them.
  ///
  /// - Returns: `nil` if the list has a trailing comma, or if comments follow the comma, which then stays.
  private func rangeWithComma(of end: [ArrayElementSyntax], after previous: ArrayElementSyntax) -> Range<Int>? {
    guard let comma = previous.trailingComma, let last = end.last, last.trailingComma == nil else { return nil }
    let hasComments = zip([previous] + end, end).contains { before, next in
      !lines.isBlank(before.endPositionBeforeTrailingTrivia.utf8Offset..<start(of: next))
    }
    guard !hasComments, !last.trailingTrivia.contains(where: \.isComment) else { return nil }
    return comma.positionAfterSkippingLeadingTrivia.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Returns what separates the element from another one: a line break if each element stands on its own line.
  private func separator(of element: ArrayElementSyntax) -> String {
    let others = (element.parent?.as(ArrayElementListSyntax.self)).map { Array($0).dropFirst() } ?? []
    // The first element may follow the bracket.
    let sample = beginsLine(element) || !others.allSatisfy(beginsLine) ? element : others.first ?? element
    guard beginsLine(sample) else { return ", " }
    return ",\n" + Indentation.ofLine(at: start(of: sample), in: scribe.source.text)
  }

  private func start(of element: ArrayElementSyntax) -> Int { element.positionAfterSkippingLeadingTrivia.utf8Offset }

  private func beginsLine(_ element: ArrayElementSyntax) -> Bool {
    lines.isBlank(lines.start(at: start(of: element))..<start(of: element))
  }
}

extension Array {
  /// Returns the elements at the end that satisfy a condition.
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? 0)...]
  }
}

/// Finds the lists of dependencies of targets.
final class ProductLists: SyntaxVisitor {
  private(set) var lists: [ArrayExprSyntax] = []

  init(_ tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isListOfDependencies { lists.append(node) }
    return .visitChildren
  }
}

extension ArrayExprSyntax {
  /// Whether the list is the argument `dependencies:`, the value of a property of that name, or the value of a variable
  /// of the type `[Target.Dependency]`.
  fileprivate var isListOfDependencies: Bool {
    for parent in sequence(first: Syntax(self), next: \.parent).dropFirst() {
      if let argument = parent.as(LabeledExprSyntax.self), let label = argument.label?.text {
        return label == "dependencies"
      }
      if let assignment = parent.as(SequenceExprSyntax.self), let first = assignment.elements.first,
        assignment.elements.count > 1
      {
        let name = first.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if name == "dependencies" { return true }
      }
      if let binding = parent.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.trimmedText.contains("Target.Dependency") ?? false
      }
    }
    return false
  }
}
