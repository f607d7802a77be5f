import SwiftSyntax

/// Collects the uses of the library in a file that imports it.
final class LibraryUseCollector: SyntaxVisitor {
  private let modules: Set<String>
  private var uses: [LibraryUse] = []
  private var functions: Set<String> = []
  private var types: Set<String> = []
  private var hidingNames = HidingNames()

  init(importing modules: Set<String>) {
    self.modules = modules
    super.init(viewMode: .sourceAccurate)
  }

  /// The uses, without those of names that the file declares itself.
  var result: [LibraryUse] {
    uses.filter { use in
      switch use.condition {
      case .none, .promise: true
      case .noFunction(let name), .noMember(let name): !functions.contains(name)
      case .noType(let name): !types.contains(name)
      }
    }
  }

  func add(_ operation: LibraryOperation, _ node: some SyntaxProtocol, if condition: LibraryUse.Condition) {
    uses.append(LibraryUse(operation: operation, node: Syntax(node), condition: condition))
  }

  // MARK: - Names

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    guard LibraryNames.all.contains(name) else { return .skipChildren }
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      if let base = member.base, base.isName(in: LibraryNames.modules) {
        read(name, ExprSyntax(member), isQualified: true)
      } else {
        read(memberNamed: name, member)
      }
    } else {
      read(name, ExprSyntax(node), isQualified: false)
    }
    return .skipChildren
  }

  /// Reads a name that is no member.
  private func read(_ name: String, _ node: ExprSyntax, isQualified: Bool) {
    if LibraryNames.promises.contains(name) {
      add(PromiseReference.operation(node, name), node, if: isQualified ? .none : .noType(name))
    } else if name == "Task" {
      if let call = node.asCall, call.convertsPromise { add(.task, call, if: .noType(name)) }
    } else if let operation = LibraryNames.types[name] {
      // Other libraries have a `Resolver`, too.
      if name != "Resolver" { add(operation, node, if: isQualified ? .none : .noType(name)) }
    } else if let operation = LibraryNames.functions[name], let call = node.asCall, isLibraryCall(call, of: name) {
      if isQualified {
        add(operation, call, if: .none)
      } else if !hidingNames.hide(name, around: call) {
        add(operation, call, if: .noFunction(name))
      }
    }
  }

  /// Whether the arguments of a call match a function of the library.
  private func isLibraryCall(_ call: FunctionCallExprSyntax, of name: String) -> Bool {
    let labels = call.arguments.map { $0.label?.text }
    return switch name {
    case "when": ["fulfilled", "resolved", "guarantees"].contains(labels.first ?? nil)
    case "after": !labels.isEmpty && call.trailingClosure == nil
    case "hang", "awaitPromise": labels == [nil]
    case "race": !labels.isEmpty
    case "all", "any": modules.contains("GooglePromisesVocabulary") && !labels.isEmpty
    case "until", "poll": call.hasClosure
    default: true
    }
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    if LibraryNames.promises.contains(name) {
      add(.promiseType, node, if: .noType(name))
    } else if let operation = LibraryNames.types[name], name != "Resolver" || node.genericArgumentClause != nil {
      add(operation, node, if: .noType(name))
    }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    if LibraryNames.modules.contains(node.baseType.trimmedText) {
      if LibraryNames.promises.contains(name) {
        add(.promiseType, node, if: .none)
      } else if let operation = LibraryNames.types[name] {
        add(operation, node, if: .none)
      }
    }
    return .visitChildren
  }

  // MARK: - Members

  private func read(memberNamed name: String, _ member: MemberAccessExprSyntax) {
    let call = ExprSyntax(member).asCall
    guard let base = member.base else { return read(implicitMember: name, member, call) }
    if name == "isCancelled" {
      if base.lastName?.lowercased().hasSuffix("error") ?? false { add(.error, member, if: .none) }
    } else if name == "progress" {
      if ["resolver", "seal"].contains(base.lastName) { add(.progress, member, if: .none) }
    } else if name == "updates" {
      if base.lastName == "progress" { add(.progress, member, if: .none) }
    } else if name == "observe", call?.arguments.first?.label?.text == "once" {
      add(.notification, call!, if: .none)
    } else if let operation = LibraryNames.members[name] {
      add(operation, member, if: .noMember(name))
    } else if let operation = LibraryNames.promiseMembers[name], let call {
      guard operation != .wait || (call.arguments.isEmpty && call.trailingClosure == nil) else { return }
      let hasQueue = call.arguments.first?.label?.text == "on"
      if let condition = base.promiseCondition ?? (hasQueue ? .noMember(name) : nil) {
        add(operation, call, if: condition)
      }
    }
  }

  /// Reads a member without a base, such as `.promise`.
  private func read(implicitMember name: String, _ member: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax?) {
    switch name {
    case "promise":
      guard let argument = member.parent?.as(LabeledExprSyntax.self), argument.label == nil,
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        let function = call.calledExpression.lastName, let operation = LibraryNames.namespacedMembers[function]
      else { return }
      add(operation, call, if: .none)
    case "promises":
      let trait = call.map(Syntax.init) ?? Syntax(member)
      if trait.parent?.parent?.parent?.is(AttributeSyntax.self) ?? false { add(.trait, trait, if: .none) }
    case "shuffled":
      if let call, call.arguments.first?.label?.text == "seeds" { add(.shuffledOrder, call, if: .none) }
    default: break
    }
  }

  // MARK: - Chains

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let chain = Chain(endingWith: node) { read(chain, endingWith: node) }
    return .visitChildren
  }

  private func read(_ chain: Chain, endingWith call: FunctionCallExprSyntax) {
    let last = chain.links.last!
    let condition = chain.condition
    if last.isAwaiting {
      let labels = last.arguments.map { $0.label?.text }
      if labels.contains("timeout") {
        add(.timeout, call, if: .none)
      } else if labels.contains("cancellation") {
        add(.await, call, if: .none)
      } else if labels.isEmpty, let condition, ExprSyntax(call).isAwaited {
        add(.await, call, if: condition)
      }
    }
    guard let condition, chain.links.count > 1 || !last.isAwaiting else { return }
    add(.chain, call, if: condition)
    for link in chain.links {
      switch link.name.text {
      case "timeout": add(.timeout, link.call, if: condition)
      case "delay": add(.after, link.call, if: condition)
      default: break
      }
    }
  }

  // MARK: - Declarations

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let condition = node.storedPromiseCondition else { return .visitChildren }
    add(.storedPromise, node, if: condition)
    // The type counts once.
    if let initializer = node.initializer { walk(initializer) }
    if let accessors = node.accessorBlock { walk(accessors) }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if DeclaredNames.canHideFunction(node.name.text) { functions.insert(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }

  private func declare(_ type: TokenSyntax) -> SyntaxVisitorContinueKind {
    if DeclaredNames.canHideType(type.text) { types.insert(type.text) }
    return .visitChildren
  }
}
