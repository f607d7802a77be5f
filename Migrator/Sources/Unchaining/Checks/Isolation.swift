import PromiseSyntax
import SwiftSyntax

/// Where the handlers of a chain run, and where the statements of an async function do.
enum Isolation {
  /// The isolation of the code around a function's handlers.
  private enum Context { case mainActor, actor, none }

  /// The executor of a handler.
  private enum Place { case `default`, main, inline, global }

  /// Decides whether an async function needs `@MainActor` in order to run the handlers where they ran.
  ///
  /// - Parameters:
  ///   - steps: The steps whose handlers become statements of the function.
  /// - Returns: Whether to add the attribute.
  /// - Throws: A reason if the statements of an async function cannot run there.
  static func needsMainActor(
    _ function: FunctionDeclaration, with steps: [Step], knowing knowledge: ProgramKnowledge,
    _ options: UnchainOptions
  ) throws(LeaveReason) -> Bool {
    let context = try context(of: function, knowledge)
    let allowed: Set<Place> =
      switch context {
      case .mainActor: [.default, .main, .inline]
      case .actor: [.default, .inline]
      case .none: [.default, .main, .inline, .global]
      }
    var places: Set<Place> = []
    var trivialPlaces: Set<Place> = []
    for step in steps {
      let place = place(of: step.link)
      if step.isTrivial {
        // What the handler does cannot depend on its queue.
        if let place, place != .default { trivialPlaces.insert(place) }
        continue
      }
      guard let place, allowed.contains(place) else { throw otherQueue(step.link) }
      // A closure in a handler is not isolated to the actor, and its chain runs its handlers elsewhere.
      if context == .actor, place == .default, step.link.call.isInHandler { throw otherQueue(step.link) }
      places.insert(place)
    }
    guard context == .none else { return false }
    // The function itself was called where the handlers run, unless these have queues of their own.
    if places.isEmpty { places = trivialPlaces.isEmpty || trivialPlaces.contains(.main) ? [.default] : trivialPlaces }
    if places.contains(.default), options.isolation == nil, let choice = knowledge.defaultQueue {
      throw LeaveReason(
        .defaultQueue, at: function.node,
        "The program chooses the queue of its handlers (\(choice)). Pass --isolation none if it is a background queue, or --isolation main."
      )
    }
    if options.isolation != .anywhere, places.remove(.default) != nil { places.insert(.main) }
    let isMain = places.contains(.main)
    if isMain, places.contains(.global) || places.contains(.default) {
      throw LeaveReason(
        .queue, at: function.body!,
        "Some handlers run on the main queue and others do not. Move those that do not into functions of their own.")
    }
    if !isMain, !places.contains(.default), let assignment = References.assignment(in: function.body!.statements) {
      throw LeaveReason(
        .queue, at: assignment,
        "The caller's thread runs this assignment, and the async function would run it on another one. Move the handlers into a function of their own."
      )
    }
    return isMain
  }

  /// Whether a function is isolated to the main actor, as far as its declaration and that of its type show.
  static func isMainActor(_ function: FunctionDeclaration, knowing knowledge: ProgramKnowledge) -> Bool {
    (try? context(of: function, knowledge)) == .mainActor
  }

  private static func context(
    of function: FunctionDeclaration, _ knowledge: ProgramKnowledge
  ) throws(LeaveReason) -> Context {
    if function.attributes.isMainActor { return .mainActor }
    if isOtherActor(function.attributes) || function.parameters.contains(where: \.isIsolated) { return .actor }
    if function.has("nonisolated") { return .none }
    guard let type = function.containers.last(where: { $0.kind != .function }) else { return .none }
    let modifiers = type.node.asProtocol((any WithModifiersSyntax).self)?.modifiers
    if modifiers?.contains(where: { $0.name.text == "nonisolated" }) == true { return .none }
    let name = String(type.name.split(separator: ".").last ?? "")
    let attributes = type.node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    if knowledge.isIsolationUnclear(name), !type.node.is(ActorDeclSyntax.self), !attributes.isMainActor {
      throw LeaveReason(
        .queue, at: function.node,
        "Several types are named \(name), and one of them is isolated. Write @MainActor or nonisolated.")
    }
    if knowledge.actors.contains(name) { return function.isStatic ? .none : .actor }
    if knowledge.mainActorTypes.contains(name) { return .mainActor }
    return attributes.isMainActor ? .mainActor : isOtherActor(attributes) ? .actor : .none
  }

  /// Whether there is an attribute that may be a global actor of the program.
  private static func isOtherActor(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { attribute in
      guard let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedText else { return false }
      return name.first?.isUppercase == true && !["MainActor", "Sendable", "Test", "Suite", "IBAction"].contains(name)
    }
  }

  private static func otherQueue(_ link: Chain.Link) -> LeaveReason {
    let queue = link.argument("on")?.trimmedText ?? "the default queue"
    return LeaveReason(
      .queue, at: link.name,
      "The handler of \(link.name.text) runs on \(queue), and an async function would run it elsewhere. Move it into a function of its own."
    )
  }

  /// Returns where a handler runs, or `nil` if it is a queue of the program.
  private static func place(of link: Chain.Link) -> Place? {
    guard let queue = link.argument("on") else { return .default }
    let text = queue.trimmedText
    if text == "nil" { return .inline }
    if [".main", "DispatchQueue.main"].contains(text) { return .main }
    if text.hasPrefix(".global(") || text.hasPrefix("DispatchQueue.global(") { return .global }
    return nil
  }
}

extension FunctionParameterSyntax {
  /// Whether the parameter is the actor that the function is isolated to.
  fileprivate var isIsolated: Bool { type.trimmedText.hasPrefix("isolated ") }
}

extension SyntaxProtocol {
  /// Whether a closure is around the node.
  fileprivate var isInHandler: Bool {
    var node = parent
    while let current = node, !current.is(FunctionDeclSyntax.self) {
      if current.is(ClosureExprSyntax.self) { return true }
      node = current.parent
    }
    return false
  }
}
