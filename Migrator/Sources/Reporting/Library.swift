import PromiseSyntax

/// A library of promises or futures.
package enum Library: String, Hashable, Sendable, Codable, CaseIterable {
  case promiseKit = "PromiseKit"
  case googlePromises = "google/promises"
  case justPromises = "JustPromises"
  case promis = "Promis"
  case hydra = "Hydra"
  case brightFutures = "BrightFutures"
  case combine = "Combine"
  /// This library.
  case swiftPromises = "swift-promises"

  /// Finds the library that a module belongs to.
  init?(module: String) {
    switch module {
    case "PromiseKit": self = .promiseKit
    case "Promises", "FBLPromises", "PromisesObjC", "PromisesTestHelpers", "FBLPromisesTestHelpers":
      self = .googlePromises
    case "JustPromises": self = .justPromises
    case "Promis": self = .promis
    case "Hydra": self = .hydra
    case "BrightFutures": self = .brightFutures
    case "Combine", "OpenCombine": self = .combine
    case _ where OwnModules.all.contains(module): self = .swiftPromises
    default:
      // PromiseKit's extensions: PMKFoundation, PMKUIKit, PMKAlamofire and so on.
      guard module.hasPrefix("PMK"), module.count > 3 else { return nil }
      self = .promiseKit
    }
  }

  /// Which measure the imports of the library count for.
  var measure: Measure {
    switch self {
    case .swiftPromises: .swiftPromisesImports
    case .combine: .combineImports
    default: .otherLibraryImports
    }
  }
}
