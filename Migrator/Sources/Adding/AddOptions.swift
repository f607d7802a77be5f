/// The style of the twins.
package enum TwinStyle: String, Sendable, CaseIterable {
  case async
  case promise
  case callback
}

/// The options of the command `add`.
package struct AddOptions: Sendable {
  /// Where twins are written.
  package enum Placement: String, Sendable, CaseIterable {
    /// Directly after the original.
    case beside
    /// In one extension for each type, at the end of the file.
    case `extension`
  }

  /// What the completion handlers of new functions receive.
  package enum HandlerForm: String, Sendable, CaseIterable {
    /// A `Result`.
    case result
    /// An optional value and an optional error.
    case valueError = "value-error"
  }

  package var style: TwinStyle
  package var placement: Placement
  package var handlerForm: HandlerForm
  /// The base names of the functions that get a twin. An empty set stands for all functions.
  package var names: Set<String>
  /// Whether only `public` and `open` functions get a twin.
  package var isForPublicOnly: Bool

  package init(
    style: TwinStyle, placement: Placement = .beside, handlerForm: HandlerForm = .result, names: Set<String> = [],
    isForPublicOnly: Bool = false
  ) {
    self.style = style
    self.placement = placement
    self.handlerForm = handlerForm
    self.names = names
    self.isForPublicOnly = isForPublicOnly
  }
}
