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

  private var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(promise.value.trimmedDescription) }

  /// Returns the async function up to its body.
  func declaration(needsMainActor: Bool) -> String {
    let slice = SourceSlice(source: source)
    let node = function.node
    let clause = function.signature.returnClause!
    let effects = promise.kind == .promise ? "async throws" : "async"
    let result = isVoid ? "" : " -> \(promise.value.trimmedDescription)"
    let edit = Edit(
      from: clause.positionAfterSkippingLeadingTrivia, to: clause.endPositionBeforeTrailingTrivia, effects + result)
    let text = slice.text(
      from: node.positionAfterSkippingLeadingTrivia, to: function.body!.positionAfterSkippingLeadingTrivia,
      edits: [edit])
    return (needsMainActor ? "@MainActor " : "") + text
  }

  /// Returns the documentation of the function, for its second form.
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

  /// Returns what is between the braces of the function that calls the async function.
  var forwardingBody: String {
    let type = promise.kind == .promise ? "Promise" : "Guarantee"
    let keyword = promise.kind == .promise ? "try await" : "await"
    let isMember = function.containers.contains { $0.kind != .function }
    let arguments = function.parameters.map { parameter -> String in
      let name = (parameter.secondName ?? parameter.firstName).text
      let isAutoclosure = parameter.type.as(AttributedTypeSyntax.self)?.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
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
