import SourceEditing
import SwiftSyntax

/// Edits the elements of array literals, and keeps the way they are laid out.
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
      if let last = end.last, last.trailingComma == nil, end.count < all.count {
        let comma = all[all.count - end.count - 1].trailingComma!
        let start = comma.positionAfterSkippingLeadingTrivia.utf8Offset
        let between =
          comma.endPositionBeforeTrailingTrivia.utf8Offset..<end[0].positionAfterSkippingLeadingTrivia.utf8Offset
        if end.contains(where: { $0.id == element.id }) {
          let from = lines.isBlank(between) ? start : between.upperBound
          let to = last.endPositionBeforeTrailingTrivia.utf8Offset
          scribe.edit(Edit(range: from..<to, replacement: ""))
          done.formUnion(end.map(\.id))
          continue
        }
      }
      scribe.edit(Edit(range: lines.removal(element), replacement: ""))
      done.insert(element.id)
    }
  }

  /// What stands between two elements: a line break if the element begins its line.
  private func separator(of element: ArrayElementSyntax) -> String {
    let start = element.positionAfterSkippingLeadingTrivia.utf8Offset
    guard lines.isBlank(lines.start(at: start)..<start) else { return ", " }
    return ",\n" + Indentation.ofLine(at: start, in: scribe.source.text)
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
  /// Whether the list is the argument `dependencies:`, or the value of a property of that name or of a variable whose
  /// type says so.
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
        return binding.typeAnnotation?.type.trimmedDescription.contains("Target.Dependency") ?? false
      }
    }
    return false
  }
}
