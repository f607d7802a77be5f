/// The task-local values that statements and handlers are executed with.
enum TaskLocals {
  /// The statement that is being executed, or whose handler performs actions.
  @TaskLocal static var statement: Int?
}

/// The task-local values that a handler may see.
enum VisibleTaskLocals {
  /// None.
  case none
  /// Those of the statement that has the handler.
  case own
  /// Any, because the handler runs within the call of other code.
  case any

  /// Creates the description of the values that the handler of a statement may see.
  init(inHandlerOf statement: Statement) {
    switch statement {
    case .apply(let name, _, .inline, _) where !name.isAsync: self = .any
    case .apply, .combine: self = .none
    case .work(let work, let executor, _): self = work.isTask ? .own : executor == .inline ? .any : .none
    // The handlers of `onCancel` and `pipe` are inline.
    default: self = .any
    }
  }

  /// Whether the handler of a statement may see a value.
  func contains(_ value: Int?, inHandlerOf statement: Int) -> Bool {
    switch self {
    case .none: value == nil
    case .own: value == nil || value == statement
    case .any: true
    }
  }
}
