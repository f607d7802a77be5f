import PromiseSyntax
import SwiftSyntax

/// A chain whose operators are understood, or the beginning of one.
struct Steps {
  /// The expression on which the first operator is called.
  let head: ExprSyntax
  private var all: [Step]
  /// The number of steps that belong to the beginning.
  private var count: Int
  /// The type of the value of the whole chain, if it is known from outside.
  private let type: String?

  init(head: ExprSyntax, _ steps: [Step], type: String?) {
    self.head = head
    all = steps
    count = steps.count
    self.type = type
  }

  init(_ chain: Chain, type: String?, google: GoogleGrammar?) throws(LeaveReason) {
    var steps: [Step] = []
    for link in chain.links { steps.append(try Step(link, google: google)) }
    self.init(head: chain.head, steps, type: type)
  }

  var steps: ArraySlice<Step> { all.prefix(count) }
  var last: Step? { steps.last }
  /// The steps that follow the beginning.
  var following: ArraySlice<Step> { all.dropFirst(count) }

  /// The chain without its last step.
  var dropLast: Steps { beginning(of: count - 1) }

  /// Returns the beginning of the chain that has a number of steps.
  func beginning(of count: Int) -> Steps {
    var result = self
    result.count = count
    return result
  }

  mutating func bind(_ binding: Binding, at index: Int) { all[index].binding = binding }

  // MARK: - Values

  /// Returns the type of the value of the last step, if it is known.
  func valueType(_ context: ChainContext) -> String? {
    if let type, following.allSatisfy(\.operation.keepsValue) { return type }
    guard let last else { return context.valueType(of: head) }
    let result = last.handler?.resultType
    switch last.operation {
    case .done, .asVoid: return "Void"
    case .map: return result?.trimmedText
    case .compactMap: return result?.as(OptionalTypeSyntax.self)?.wrappedType.trimmedText
    case .then: return PromiseType(result)?.value.trimmedText ?? last.lastExpression.flatMap(context.valueType)
    case .get, .ensure, .tap, .catch: return dropLast.valueType(context)
    // The handler returns a promise of the same type.
    case .recover: return dropLast.valueType(context) ?? PromiseType(result)?.value.trimmedText
    }
  }

  /// Returns a name for the value of the last step.
  func hint(_ context: ChainContext) -> String {
    guard let last else { return context.hint(for: head) }
    switch last.operation {
    case .get, .ensure, .tap, .catch, .recover: return dropLast.hint(context)
    case .done, .asVoid: return "value"
    case .then, .map, .compactMap: break
    }
    switch last.action {
    case .closure: return last.lastExpression.map(context.hint) ?? "value"
    case .reference(let reference):
      guard let keyPath = reference.as(KeyPathExprSyntax.self) else { return Names.hint(for: reference) }
      let last = keyPath.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
      return last.flatMap { $0.first?.isLetter == true ? $0 : nil } ?? "value"
    case .none: return "value"
    }
  }

  /// Whether the value of the last step is used.
  func isValueUsed(_ target: Target, isVoid: Bool) -> Bool {
    for step in following {
      switch step.operation {
      case .ensure, .catch, .recover: continue
      case .tap: return true
      case .asVoid: return false
      case .get: if step.usesInput { return true }
      case .compactMap: return true
      case .then, .map, .done: return step.usesInput
      }
    }
    return target.isResult ? !isVoid : target.use != .discard
  }

  /// Whether the value of the last step is assigned to a constant that is declared before its statements.
  var isDeclaredBefore: Bool {
    guard let step = steps.last(where: { $0.operation != .get }) else { return Self.isBlock(head) }
    if step.operation.takesOutcome || step.handler?.hasBranches == true { return true }
    return step.operation == .then && step.lastExpression.map(Self.isBlock) == true
  }

  /// Whether the value of a promise is assigned to a constant that is declared before its statements, because the promise
  /// is a chain of which this is true, or created by `firstly`, whose closure has branches or returns such a promise.
  private static func isBlock(_ promise: ExprSyntax) -> Bool {
    if let chain = Chain(promise) { return (try? Steps(chain, type: nil, google: nil))?.isDeclaredBefore ?? false }
    guard let call = promise.as(FunctionCallExprSyntax.self), let closure = ChainContext.firstly(call),
      let handler = try? Handler(closure)
    else { return false }
    let last = closure.statements.last?.item
    let result = last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)
    return handler.hasBranches || result.map(isBlock) == true
  }
}
