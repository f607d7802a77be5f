/// The operation of a chain's operator, by its name in PromiseKit.
enum Operation: String {
  // Operators whose handler receives the value of the steps before. Their statements follow those of these steps.
  case then, map, done, get, compactMap
  /// Drops the value.
  case asVoid
  // Operators that handle the outcome of all steps before. The statements of these become a block.
  case ensure, tap, recover, `catch`

  var takesValue: Bool {
    switch self {
    case .then, .map, .done, .get, .compactMap: true
    case .asVoid, .ensure, .tap, .recover, .catch: false
    }
  }

  var takesOutcome: Bool { !takesValue && self != .asVoid }

  /// Whether the value after the operator is the one before it.
  var keepsValue: Bool { self == .get || takesOutcome }
}
