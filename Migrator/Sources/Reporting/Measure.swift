/// What a report counts.
package enum Measure: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
  /// The Swift files that were read.
  case files
  /// Imports of promise libraries other than Combine and this one.
  case otherLibraryImports
  case swiftPromisesImports
  case combineImports
  /// Imports with `@_spi(PromiseKit)` or `@_spi(GooglePromises)`.
  case spiImports
  case callbackFunctions
  case publicCallbackFunctions
  case promiseFunctions
  case publicPromiseFunctions
  case asyncFunctions
  case publicAsyncFunctions
  /// Functions that exist in more than one style, each counted once.
  case functionsInSeveralStyles
  case publicFunctionsInSeveralStyles
  /// Functions that are not synchronous, each counted once even if it exists in several styles.
  case distinctFunctions
  /// Those of ``distinctFunctions`` that have an `async` form.
  case functionsWithAsyncForm
  case chains
  /// The operators of all chains together.
  case chainOperators
  case blockingWaits
  case droppedTasks
  case continuations
  /// Closures that are isolated to an actor, and may be called on another thread.
  case isolatedCallbacks
  case uncheckedSendables

  /// The name of the measure in a table.
  package var title: String {
    switch self {
    case .files: "Swift files"
    case .otherLibraryImports: "imports of other promise libraries"
    case .swiftPromisesImports: "imports of swift-promises"
    case .combineImports: "imports of Combine"
    case .spiImports: "remaining imports with @_spi"
    case .callbackFunctions: "callback functions"
    case .publicCallbackFunctions: "  of these, public"
    case .promiseFunctions: "promise functions"
    case .publicPromiseFunctions: "  of these, public"
    case .asyncFunctions: "async functions"
    case .publicAsyncFunctions: "  of these, public"
    case .functionsInSeveralStyles: "functions in several styles"
    case .publicFunctionsInSeveralStyles: "  of these, public"
    case .distinctFunctions: "distinct functions"
    case .functionsWithAsyncForm: "  of these, with an async form"
    case .chains: "chains of promises"
    case .chainOperators: "operators in chains"
    case .blockingWaits: "blocking waits"
    case .droppedTasks: "tasks whose handle is discarded"
    case .continuations: "continuations"
    case .isolatedCallbacks: "callbacks that may trap"
    case .uncheckedSendables: "@unchecked Sendable"
    }
  }
}
