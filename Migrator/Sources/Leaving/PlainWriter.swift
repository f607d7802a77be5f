import PromiseSyntax
import SwiftSyntax

/// Writes expressions of promises without promises.
///
/// The operations are replaced one by one, from the inside out, so the text of what is inside is copied.
struct PlainWriter {
  let program: PlainProgram

  /// Returns the value of a promise that is awaited.
  ///
  /// - Returns: `nil` if the promise has to remain.
  func value(of promise: ExprSyntax) -> Plain? {
    if let tuple = promise.as(TupleExprSyntax.self), tuple.elements.count == 1, tuple.elements.first!.label == nil {
      return value(of: tuple.elements.first!.expression)
    }
    guard let call = promise.as(FunctionCallExprSyntax.self) else { return nil }
    if let name = call.calledName, isVariable(name, calledBy: call) { return nil }
    if let name = call.freeName {
      if program.forms.declares(name) { return asyncForm(call, named: name) }
      return operation(call, named: name)
    }
    if let type = PromiseCreation(call) { return created(type, call) }
    guard let member = call.member else { return nil }
    if member.name == "timeout", call.argument("losers") == nil, call.arguments.count == 1,
      let limit = call.arguments.first
    {
      return timeout(of: member.base, limit: limit.expression, clock: nil)
    }
    return asyncForm(call, named: member.name)
  }

  /// Whether a call may mean a parameter, a variable, a property or an enum case that has the name of a function.
  private func isVariable(_ name: DeclReferenceExprSyntax, calledBy call: FunctionCallExprSyntax) -> Bool {
    var locals = LocalNames()
    if call.freeName != nil, locals.contain(name) { return true }
    let meaning = program.variables.meaning(
      of: name.baseName.text, calledWith: call.argumentLabels, on: Receiver(of: name), program.objectTypes,
      functionTypes: program.forms.types(declaring: name.baseName.text))
    return meaning?.variable != nil
  }

  private func operation(_ call: FunctionCallExprSyntax, named name: String) -> Plain? {
    switch name {
    case "wrap": wrap(call)
    case "retry": retry(call)
    case "race": race(call)
    case "after": after(call)
    case "when": when(call)
    case "Promise", "Guarantee": PromiseCreation(call).flatMap { created($0, call) }
    default: nil
    }
  }

  /// Calls the `async` form of a function that has one.
  private func asyncForm(_ call: FunctionCallExprSyntax, named name: String) -> Plain? {
    var types: Set<String>?
    if let object = call.member?.base, !["self", "Self"].contains(object.trimmedText) {
      types = program.objectTypes.types(of: Receiver(object))
    }
    guard let canThrow = program.forms.throwingOfAsyncForms(of: call, named: name, types: types),
      // In the `async` form itself, the call would be endless.
      !AsyncTwin.contains(call, named: name),
      // Top-level code would call the promise form.
      Syntax(call).isInFunction
    else { return nil }
    return Plain(text: call.trimmedText, canThrow: canThrow)
  }

  private var capture: SelfCapture { SelfCapture(freeFunctions: program.freeFunctions) }

  /// Returns a closure that awaits a promise: the closure of `Promise { … }`, or one around the value.
  func closure(awaiting promise: ExprSyntax) -> Plain? {
    if let call = promise.as(FunctionCallExprSyntax.self), let creation = PromiseCreation(call), creation.type == nil,
      let closure = call.onlyClosure, closure.untypedParameters == [], closure.isAsync
    {
      return capture.text(of: closure).map { Plain(text: $0) }
    }
    return value(of: promise).map { plain in
      Plain(text: "{ \(capture.clause(for: promise))\(plain.awaited) }", files: plain.files)
    }
  }

  /// Returns a closure that awaits the promise that a closure returns; a closure that is `async` remains as it is.
  ///
  /// - Parameter isCalledLater: Whether the new closure may be called after the function has returned, and the old one
  ///   may not.
  func asyncClosure(_ closure: ClosureExprSyntax, isCalledLater: Bool = false) -> Plain? {
    if closure.isAsync {
      return isCalledLater ? capture.text(of: closure).map { Plain(text: $0) } : Plain(text: closure.trimmedText)
    }
    guard let promise = closure.onlyExpression, let plain = value(of: promise) else { return nil }
    let capture = isCalledLater ? capture.clause(for: promise) : ""
    var start = closure.signature.map { $0.trimmedText + " " } ?? capture
    if !capture.isEmpty, let signature = closure.signature {
      // The closure may capture something else.
      start = signature.capture == nil ? "[self] " + start : start.replacing("[", with: "[self, ", maxReplacements: 1)
    }
    return Plain(text: "{ \(start)\(plain.awaited) }", files: plain.files)
  }
}

extension Syntax {
  /// Whether the node is inside of a function, a closure or an accessor.
  var isInFunction: Bool {
    var node = self
    while let parent = node.parent {
      if parent.is(ClosureExprSyntax.self) || parent.is(FunctionDeclSyntax.self) || parent.is(AccessorBlockSyntax.self)
        || parent.is(InitializerDeclSyntax.self)
      {
        return true
      }
      node = parent
    }
    return false
  }
}
