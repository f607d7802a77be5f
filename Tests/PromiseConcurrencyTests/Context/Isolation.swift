import TestSupport

/// The isolation of the code that attaches handlers.
enum Isolation: CaseIterable {
  case mainActor, actor, none

  /// The actor, or `nil` for nonisolated code.
  var actor: (any Actor)? {
    switch self {
    case .mainActor: MainActor.shared
    case .actor: QueueActor()
    case .none: nil
    }
  }
}
