import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The declarations of an async function and of the function with promises that calls it.
struct AsyncForm {
  private let function: FunctionDeclaration
  private let promise: PromiseType
  private let source: SourceText
  /// The white space before the function.
  let indentation: String

  init(_ function: FunctionDeclaration, _ promise: PromiseType, _ source: SourceText) {
    self.function = function
    self.promise = promise
    self.source = source
    indentation = Indentation.ofLine(at: function.node.positionAfterSkippingLeadingTrivia.utf8Offset, in: source.text)
  }

  private var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(promise.value.trimmedText) }

  /// Returns the async function up to its body.
  func declaration(needsMainActor: Bool) -> String {
    let slice = SourceSlice(source: source)
    let node = function.node
    let clause = function.signature.returnClause!
    let effects = promise.kind == .promise ? "async throws" : "async"
    let result = isVoid ? "" : " -> \(promise.value.trimmedText)"
    let edit = Edit(
      from: clause.positionAfterSkippingLeadingTrivia, to: clause.endPositionBeforeTrailingTrivia, effects + result)
    var edits = [edit]
    if isVoid, let attribute = function.attribute("discardableResult") { edits.append(attribute.removal) }
    if needsMainActor, let modifier = function.modifiers.first(where: { $0.name.text == "nonisolated" }) {
      edits.append(modifier.removal)
    }
    let text = slice.text(
      from: node.positionAfterSkippingLeadingTrivia, to: function.body!.positionAfterSkippingLeadingTrivia,
      edits: edits)
    guard needsMainActor else { return text }
    // Attributes stay on lines of their own, if they are.
    let hasLine = function.attributes.last?.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.contains {
      $0.isNewline
    }
    return "@MainActor" + (hasLine == true ? "\n" + indentation : " ") + text
  }

  /// Returns the function's documentation, which both forms have.
  var documentation: String {
    var lines: [String] = []
    for piece in function.node.leadingTrivia {
      switch piece {
      case .docLineComment(let text): lines.append(text)
      case .docBlockComment(let text): lines.append(text)
      default: continue
      }
    }
    return lines.map { $0 + "\n" + indentation }.joined()
  }

  /// Returns the body of the promise form, which calls the async form.
  var forwardingBody: String {
    let type = promise.kind == .promise ? "Promise" : "Guarantee"
    let keyword = promise.kind == .promise ? "try await" : "await"
    let isMember = function.containers.contains { $0.kind != .function }
    let arguments = function.parameters.map { parameter -> String in
      let name = (parameter.secondName ?? parameter.firstName).text
      let isAutoclosure = parameter.type.as(AttributedTypeSyntax.self)?.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.isWritten("autoclosure") == true
      }
      let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
      return label + name + (isAutoclosure == true ? "()" : "")
    }
    let name = function.node.as(FunctionDeclSyntax.self)!.name.text
    let call = "\(isMember ? "self." : "")\(name)(\(arguments.joined(separator: ", ")))"
    let inner = indentation + source.indentation.unit
    return "\n\(inner)\(type) { \(keyword) \(call) }\n\(indentation)"
  }
}

extension SyntaxProtocol {
  /// The edit that removes a node and the white space after it.
  fileprivate var removal: Edit {
    let next = nextToken(viewMode: .sourceAccurate)?.positionAfterSkippingLeadingTrivia ?? endPosition
    return Edit(from: positionAfterSkippingLeadingTrivia, to: next, "")
  }
}
