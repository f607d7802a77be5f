import PromiseSyntax
import SwiftSyntax

extension PlainWriter {
  /// `Promise(collecting: items.concurrentMap(maxConcurrent: n) { … })`
  func collected(_ sequence: ExprSyntax) -> Plain? {
    guard let call = sequence.as(FunctionCallExprSyntax.self), call.member?.name == "concurrentMap",
      let closure = call.trailingClosure, call.additionalTrailingClosures.isEmpty, call.arguments.count == 1,
      let limit = call.arguments.first, limit.label?.text == "maxConcurrent",
      let body = asyncClosure(closure, isCalledLater: true)
    else { return nil }
    return Plain(
      text: "\(call.calledExpression.trimmedText)(\(limit.textWithoutComma)) \(body.text)",
      files: body.files.union([.concurrentMap]))
  }

  /// `when(fulfilled: items.map { load($0) })`
  func when(_ call: FunctionCallExprSyntax) -> Plain? {
    guard call.trailingClosure == nil, call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "fulfilled", let map = argument.expression.as(FunctionCallExprSyntax.self),
      let member = map.member, member.name == "map", let closure = map.onlyClosure, !closure.isAsync,
      let body = asyncClosure(closure, isCalledLater: true)
    else { return nil }
    return Plain(
      text: "\(member.base.trimmedText).concurrentMap(maxConcurrent: .max) \(body.text)",
      files: body.files.union([.concurrentMap]))
  }
}
