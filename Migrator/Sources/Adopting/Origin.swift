import PromiseSyntax

/// The library that is replaced.
package enum Origin: String, Sendable, CaseIterable {
  case promiseKit = "promisekit"
  case googlePromises = "google-promises"

  /// The module of the library.
  var module: String {
    switch self {
    case .promiseKit: "PromiseKit"
    case .googlePromises: "Promises"
    }
  }

  /// The name of the SPI with the old names.
  var spi: String {
    switch self {
    case .promiseKit: "PromiseKit"
    case .googlePromises: "GooglePromises"
    }
  }

  /// The module with the old names.
  var vocabulary: Vocabulary {
    switch self {
    case .promiseKit: .promiseKit
    case .googlePromises: .googlePromises
    }
  }

  /// The name of the library in a sentence.
  var title: String {
    switch self {
    case .promiseKit: "PromiseKit"
    case .googlePromises: "google/promises"
    }
  }

  /// The modules that only exist for Objective-C or for tests, and that have no counterpart.
  var keptModules: Set<String> {
    switch self {
    case .promiseKit: []
    case .googlePromises: ["FBLPromises", "PromisesObjC", "FBLPromisesTestHelpers", "PromisesTestHelpers"]
    }
  }

  /// Whether a module contains additions of the library to the SDK, such as `PMKFoundation`.
  func isAddition(_ module: String) -> Bool { self == .promiseKit && module.hasPrefix("PMK") }

  /// Whether a module is the library or one of its additions.
  func isOwn(_ module: String) -> Bool { module == self.module || isAddition(module) }
}

/// The modules with promises or futures. In a file that imports one of them, names such as `Promise` may refer to it.
let promiseModules = OwnModules.all.union([
  "PromiseKit", "Promises", "JustPromises", "Promis", "Hydra", "BrightFutures", "NIO", "NIOCore", "Combine",
  "OpenCombine", "RxSwift", "ReactiveSwift", "Then", "AwaitKit", "FutureKit",
])
