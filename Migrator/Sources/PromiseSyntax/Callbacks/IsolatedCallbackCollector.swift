import SwiftSyntax

/// Collects the isolated callbacks of a file.
final class IsolatedCallbackCollector: LexicalScopeVisitor {
  private(set) var callbacks: [IsolatedCallback] = []
  private let declarations: FileDeclarations
  private let ignoresQueues: Bool
  /// The closures around the current node that may be callbacks, from the outside in.
  private var candidates: [Candidate] = []

  /// A closure that is a callback if it settles a promise.
  private struct Candidate {
    let call: FunctionCallExprSyntax
    /// The index of the closure's scope.
    let depth: Int
    /// The number of callbacks found before the closure.
    let callbackCount: Int
    /// The actor to which the closure is isolated only if it captures it.
    let actor: String?
    let condition: IsolatedCallback.Condition
    var source: ResolverSource?
    var capturesActor = false
    var obstacle: String?
  }

  /// - Parameter ignoresQueues: Whether handlers with a queue are read as handlers without one.
  init(
    _ declarations: FileDeclarations, _ isolatedTypes: IsolatedTypes, topLevel: ActorIsolation,
    ignoresQueues: Bool = false
  ) {
    self.declarations = declarations
    self.ignoresQueues = ignoresQueues
    super.init(isolatedTypes, topLevel: topLevel)
  }

  // MARK: - Closures

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    var isolation = isolation
    let receiver = node.receivingCall
    if let written = ActorIsolation(node) {
      isolation = written
    } else if let (call, label) = receiver {
      switch role(of: call, label) {
      case .callback: beginCandidate(call, isolation)
      case .inherited: break
      case .concurrent: isolation = .nonisolated
      case .mainActor: isolation = .globalActor
      }
    }
    scopes.append(Scope(isolation: isolation))
    for name in node.parameterNames { declare(name, .constant(.nonisolated)) }
    if case .parameterClause(let clause) = node.signature?.parameterClause {
      for parameter in clause.parameters {
        guard let type = parameter.type else { continue }
        declare((parameter.secondName ?? parameter.firstName).text, .constant(.init(of: type, isolatedTypes)))
      }
    }
    for parameter in receiver.flatMap({ ResolverSource($0.call)?.parameters(of: node) }) ?? [] {
      declare(parameter.name, .resolver(parameter.source))
    }
    return .visitChildren
  }

  private func beginCandidate(_ call: FunctionCallExprSyntax, _ isolation: ActorIsolation) {
    var actor: String?
    var condition = IsolatedCallback.Condition.none
    switch isolation {
    case .globalActor: break
    case .instance(let name): actor = name
    case .unspecified(let type): condition = type.map { .isolatedType($0) } ?? .mainActorByDefault
    case .nonisolated: return
    }
    candidates.append(
      Candidate(
        call: call, depth: scopes.count, callbackCount: callbacks.count, actor: actor, condition: condition))
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    leave()
    guard let candidate = candidates.last, candidate.depth == scopes.count else { return }
    candidates.removeLast()
    guard let source = candidate.source, candidate.actor == nil || candidate.capturesActor else { return }
    // The closures inside have the isolation of this one.
    let inner = callbacks[candidate.callbackCount...].filter { $0.condition != candidate.condition }
    callbacks.replaceSubrange(candidate.callbackCount..., with: inner)
    let forwarding = node.isInParentheses ? ForwardingClosure(node) : nil
    let forwards = forwarding.map { closure in
      guard case .resolver(let source)? = lookUp(closure.base.baseName.text)?.meaning else { return false }
      return closure.isMethod ? source.kind == .object : source.kind == .function
    }
    callbacks.append(
      IsolatedCallback(
        closure: node, call: candidate.call, source: source.name, resumesContinuation: source.kind == .continuation,
        function: forwards == true ? forwarding?.function : nil, obstacle: candidate.obstacle,
        condition: candidate.condition, calledFunction: CalledFunction(candidate.call)))
  }

  /// Returns what a function does with a closure. Functions of this file are in a module with the same language mode,
  /// whose calls are not checked.
  private func role(of call: FunctionCallExprSyntax, _ label: String?) -> ClosureRole {
    let role = ClosureRole(of: call, label: label, ignoresQueues: ignoresQueues)
    guard role == .callback, let function = CalledFunction(call) else { return role }
    if function.type == nil, lookUp(function.name) != nil { return .inherited }
    return declarations.declare(function) ? .inherited : .callback
  }

  // MARK: - Names

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    if !isMember, node.parent?.is(KeyPathPropertyComponentSyntax.self) != true, !candidates.isEmpty {
      use(node.baseName.text, node)
    }
    return .visitChildren
  }

  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    useOfUnknown("self")
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil { use(node.name.text, nil) }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureCaptureSyntax) {
    let name = node.name.text
    guard name != "self" else { return }
    declare(name, node.initializer == nil ? lookUp(name)?.meaning ?? .constant(.unknown) : .constant(.unknown))
  }

  override func visitPost(_ node: OptionalBindingConditionSyntax) {
    if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      use(name, nil)
    }
    super.visitPost(node)
  }

  /// Records a use of a name for each closure that captures what it stands for.
  private func use(_ name: String, _ node: DeclReferenceExprSyntax?) {
    guard name != "self", let (meaning, depth) = lookUp(name) else { return useOfUnknown(name) }
    guard let first = candidates.firstIndex(where: { $0.depth > depth }) else { return }
    if case .resolver(let source) = meaning, candidates[first].source == nil, node.map(source.isSettled) ?? true {
      candidates[first].source = source
    }
    let isUsable =
      switch meaning.capture {
      case .any: true
      case .value: node?.isCalledOrHasMember != true
      case .none: false
      }
    for index in candidates.indices[first...] {
      if candidates[index].actor == name { candidates[index].capturesActor = true }
      if !isUsable { candidates[index].obstacle = candidates[index].obstacle ?? name }
    }
  }

  /// Records a use of a name that is not local.
  private func useOfUnknown(_ name: String) {
    let isUsable = isNonisolated(name)
    for index in candidates.indices {
      if candidates[index].actor == name { candidates[index].capturesActor = true }
      if !isUsable { candidates[index].obstacle = candidates[index].obstacle ?? name }
    }
  }

  /// Whether something that is not local certainly belongs to no actor. A name without a base may be a member.
  private func isNonisolated(_ name: String) -> Bool {
    if name.hasPrefix("$") { return name.dropFirst().allSatisfy(\.isNumber) }
    if name.first?.isUppercase == true { return name != "Self" && !isolatedTypes.contains(name) }
    if Self.functions.contains(name) { return true }
    return declarations.freeFunctions.contains(name) && !declarations.methods.contains(name)
  }

  /// Functions of the standard library and Foundation.
  private static let functions: Set<String> = [
    "print", "debugPrint", "min", "max", "abs", "zip", "type", "assert", "assertionFailure", "precondition",
    "preconditionFailure", "fatalError", "NSLog",
  ]
}
