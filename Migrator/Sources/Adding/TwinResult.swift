import PromiseSyntax
import SwiftSyntax

/// What a function delivers, independent of its style.
struct TwinResult {
  /// The type of the value, or `Void`.
  let value: TypeSyntax
  /// Whether the function can fail.
  let canFail: Bool

  /// Finds what the original delivers.
  init(of original: Original, shape: HandlerShape?) {
    switch original.style {
    case .callback:
      value = shape?.value ?? TypeText.parse("Void")
      canFail = true
    case .promise:
      let promise = original.function.promise
      value = promise?.value ?? TypeText.parse("Void")
      canFail = promise?.kind == .promise
    default:
      value = original.returnType ?? TypeText.parse("Void")
      canFail = original.isThrowing
    }
  }

  var isVoid: Bool { TypeText.isVoid(value) }
  private var text: String { isVoid ? "Void" : value.trimmedText }

  /// The return type of a twin, with the arrow before it.
  func returnClause(_ style: TwinStyle) -> String {
    switch style {
    case .async: isVoid ? "" : " -> \(text)"
    case .promise: " -> \(canFail ? "Promise" : "Guarantee")<\(text)>"
    case .callback: ""
    }
  }

  /// The completion handler of a twin.
  func completionParameter(named name: String, _ form: AddOptions.HandlerForm) -> String {
    let arguments: String
    if !canFail {
      arguments = isVoid ? "" : text
    } else if form == .result {
      arguments = "Result<\(text), any Error>"
    } else {
      arguments = isVoid ? "(any Error)?" : "\(TypeText.optional(text)), (any Error)?"
    }
    return "\(name): @escaping @Sendable (\(arguments)) -> Void"
  }

  /// Checks that a promise can have the value.
  func check(_ original: Original, knowing knowledge: Knowledge) throws(Obstacle) {
    if PromiseType(value) != nil {
      throw Obstacle(
        "promise-of-promise",
        "\(original.fullName) delivers a promise asynchronously. Let it deliver the value of the promise.")
    }
    if TypeText.simpleName(value) == "Never" {
      throw Obstacle("never-returns", "\(original.fullName) does not return, so a promise would have no value.")
    }
    if value.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.some) }) {
      throw Obstacle("opaque-result", "The value of \(original.fullName) has an opaque type. Write the type.")
    }
    if TypeText.containsFunction(value), original.style == .async {
      throw Obstacle(
        "closure-value", "\(original.fullName) returns a function, which cannot be the value of a promise.")
    }
    if TypeText.mentions(value, "Self"), !knowledge.values.contains(original.record.container) {
      throw Obstacle(
        "self-value", "\(original.fullName) delivers `Self`, which cannot be the value of a promise in a class.")
    }
  }
}
