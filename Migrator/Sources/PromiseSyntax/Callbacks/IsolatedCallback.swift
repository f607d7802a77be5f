package import SourceEditing
package import SwiftSyntax

/// A closure that settles a promise or resumes a task, is isolated to an actor, and is passed to a function that may
/// call it on another thread.
///
/// In the Swift 6 language mode, the closure checks its actor when it is called by a module in another mode, and traps.
/// “Callbacks of older SDKs” in Pitfalls.md describes this.
package struct IsolatedCallback {
  package let closure: ClosureExprSyntax
  /// The call to which the closure is passed.
  package let call: FunctionCallExprSyntax
  /// The name of the function that creates what the closure settles, such as `Promise` or `pending`.
  package let source: String
  /// Whether the closure resumes a continuation.
  package let resumesContinuation: Bool
  /// The function that can be passed instead of the closure, such as `resolver.resolve`.
  package let function: String?
  /// The first name in the closure that a `@Sendable` closure may not be able to use, such as `self`.
  package let obstacle: String?
  package let condition: Condition
  /// The function to which the closure is passed, unless it is a method of a value.
  ///
  /// If the function is in the same module, whose language mode is the same, the closure does not check its actor.
  package let calledFunction: CalledFunction?

  /// On what it depends that the closure is isolated.
  package enum Condition: Hashable, Sendable {
    /// On nothing: the closure is isolated.
    case none
    /// On the isolation of a type, which may be declared in another file.
    case isolatedType(String)
    /// On the default isolation of the module.
    case mainActorByDefault

    /// Whether the condition is met.
    ///
    /// - Parameter isMainActorByDefault: Whether declarations without attributes are isolated to the main actor.
    package func isMet(by isolatedTypes: IsolatedTypes, isMainActorByDefault: Bool) -> Bool {
      switch self {
      case .none: true
      case .isolatedType(let name): isMainActorByDefault || isolatedTypes.contains(name)
      case .mainActorByDefault: isMainActorByDefault
      }
    }
  }

  /// The name of the function to which the closure is passed, such as `SDK.load`.
  package var callee: String {
    let called = call.calledExpression
    guard let member = called.as(MemberAccessExprSyntax.self) else { return called.lastName ?? "the function" }
    let name = member.declName.baseName.text
    // Other bases may be long.
    return member.base?.as(DeclReferenceExprSyntax.self).map { "\($0.baseName.text).\(name)" } ?? name
  }

  /// Finds the closures of a file that are isolated, or may be: see ``condition``.
  ///
  /// - Parameters:
  ///   - declarations: The declarations of the file.
  ///   - isolatedTypes: The types that are known to be isolated.
  package static func all(
    in source: SourceText, _ declarations: FileDeclarations, isolatedTypes: IsolatedTypes
  ) -> [IsolatedCallback] {
    // Statements outside declarations belong to the main actor.
    let isMain = source.path.hasSuffix("main.swift")
    let collector = IsolatedCallbackCollector(
      declarations, isolatedTypes, topLevel: isMain ? .globalActor : .unspecified(type: nil))
    collector.walk(source.tree)
    return collector.callbacks
  }

  /// Finds a closure that becomes isolated when the handlers in a function become statements of a function that is
  /// isolated to the main actor.
  ///
  /// - Parameters:
  ///   - body: The body of the function.
  ///   - declarations: The declarations of the file.
  ///   - isIsolated: Whether the function is already isolated to the main actor.
  package static func firstIsolated(
    inStatementsOf body: CodeBlockSyntax, _ declarations: FileDeclarations, isIsolated: Bool
  ) -> IsolatedCallback? {
    func callbacks(_ isolation: ActorIsolation, ignoresQueues: Bool) -> [IsolatedCallback] {
      let collector = IsolatedCallbackCollector(
        declarations, declarations.isolatedTypes, topLevel: isolation, ignoresQueues: ignoresQueues)
      collector.walk(body)
      return collector.callbacks
    }
    let before = Set(callbacks(isIsolated ? .globalActor : .nonisolated, ignoresQueues: false).map(\.closure.id))
    return callbacks(.globalActor, ignoresQueues: true).first { !before.contains($0.closure.id) }
  }
}
