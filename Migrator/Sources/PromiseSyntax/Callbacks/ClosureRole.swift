import SwiftSyntax

/// What a function does with a closure, as far as the isolation of the closure is concerned.
enum ClosureRole {
  /// The function may call the closure on any thread, although the closure has the isolation of the code around it.
  case callback
  /// The function calls the closure where it is isolated to, or immediately.
  case inherited
  /// The closure is `@Sendable`, and belongs to no actor.
  case concurrent
  /// The closure is isolated to the main actor.
  case mainActor

  /// Reads a call, without knowing the declarations of the file.
  ///
  /// - Parameters:
  ///   - label: The label with which the closure is passed.
  ///   - ignoresQueues: Whether the handlers of operators are read as if they had no argument `on:`.
  init(of call: FunctionCallExprSyntax, label: String?, ignoresQueues: Bool) {
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    guard let name = call.calledExpression.lastName else {
      // The result of another call is called.
      self = .inherited
      return
    }
    let isOperator = Chain.Link(call) != nil || name == "firstly"
    let hasQueue = call.arguments.contains { $0.label?.text == "on" } && !(ignoresQueues && isOperator)
    if ResolverSource(call) != nil || Self.isOperator(name, call) {
      self = hasQueue || label == "onCancel" ? .concurrent : .inherited
    } else if name == "onCancel" || label == "onCancel" {
      self = .concurrent
    } else if Self.dispatchingMethods.contains(name), member != nil {
      let isOnMainQueue = member?.base?.isWritten("DispatchQueue.main") == true
      self = isOnMainQueue ? .mainActor : name == "sync" ? .inherited : .concurrent
    } else if Self.concurrentFunctions.contains(name)
      || name == "addObserver" && call.arguments.first?.label?.text == "forName"
    {
      self = .concurrent
    } else if ["run", "assumeIsolated"].contains(name), member?.base?.isWritten("MainActor") == true {
      self = .mainActor
    } else if Self.inheritingFunctions.contains(name) || MainActorTypes.contains(name)
      || Self.isOfMainActor(member?.base)
    {
      self = .inherited
    } else if call.parent?.is(AwaitExprSyntax.self) == true {
      // SDKs of the time before Swift concurrency have no async functions.
      self = .inherited
    } else {
      self = .callback
    }
  }

  /// Whether an operator or another function of the promise libraries is called.
  ///
  /// Other libraries have functions such as `get(_:completion:)`, with arguments that the operators do not have.
  private static func isOperator(_ name: String, _ call: FunctionCallExprSyntax) -> Bool {
    if functionsOfPromises.contains(name) { return true }
    guard Chain.operators.contains(name) || operators.contains(name) else { return false }
    let hasOtherLabel = call.arguments.contains { argument in
      argument.label.map { !labels.contains($0.text) } ?? false
    }
    let hasValue = call.arguments.contains { $0.label == nil && !$0.expression.is(ClosureExprSyntax.self) }
    return !hasOtherLabel && (!hasValue || ["reduce", "catch", "recover", "delay", "timeout"].contains(name))
  }

  /// The operators that are not in ``Chain/operators``.
  private static let operators: Set<String> = ["complete", "add", "onProgress", "flatMap", "filter", "sorted", "first"]
  /// The labels of the parameters of operators.
  private static let labels: Set<String> = ["on", "flags", "policy", "only", "where", "by", "priority", "isolation"]

  /// Functions that create promises or tasks from closures, and run these with their isolation.
  private static let functionsOfPromises: Set<String> = [
    "firstly", "when", "race", "retry", "concurrentMap", "withPromises", "withPromiseQueue", "withPromiseScope", "Task",
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup",
    "withTaskCancellationHandler",
  ]

  /// Methods of `DispatchQueue` whose closures are isolated to the main actor if they are called on its main queue.
  private static let dispatchingMethods: Set<String> = [
    "async", "asyncAfter", "asyncAndWait", "sync", "concurrentPerform",
  ]

  /// Functions with `@Sendable` closures.
  private static let concurrentFunctions: Set<String> = [
    "notify", "detached", "addTask", "addTaskUnlessCancelled", "detachNewThread", "addOperation", "BlockOperation",
    "setEventHandler", "setCancelHandler", "scheduledTimer", "dataTask", "uploadTask", "downloadTask",
  ]

  /// Functions that call their closures immediately, or on the main thread.
  private static let inheritingFunctions: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "reduce", "contains", "allSatisfy", "first", "firstIndex",
    "last", "lastIndex", "sort", "sorted", "min", "max", "removeAll", "withLock", "withExtendedLifetime",
    "withUnsafeBytes", "withUnsafePointer", "withUnsafeMutablePointer", "autoreleasepool",
    "animate", "animateKeyframes", "addKeyframe", "transition", "performWithoutAnimation", "performBatchUpdates",
    "withAnimation", "addAnimations", "addCompletion", "setCompletionBlock", "present", "dismiss", "beginSheet",
    "beginSheetModal", "setViewControllers",
  ]

  /// Whether a function is a member of a class that is isolated to the main actor, such as `UIApplication.shared`.
  private static func isOfMainActor(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    let first = base.as(MemberAccessExprSyntax.self)?.base ?? base
    return first.as(DeclReferenceExprSyntax.self).map { MainActorTypes.contains($0.baseName.text) } ?? false
  }
}

extension CalledFunction {
  /// Reads a call.
  ///
  /// - Returns: `nil` if the function is a method of a value other than `self`.
  init?(_ call: FunctionCallExprSyntax) {
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      self.init(type: nil, name: name)
    } else if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    {
      let isOfSelf = base == "self" || base == "Self"
      guard isOfSelf || base.first?.isUppercase == true else { return nil }
      self.init(type: isOfSelf ? nil : base, name: member.declName.baseName.text)
    } else {
      return nil
    }
  }
}
