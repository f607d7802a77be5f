/// The modules of swift-promises.
package enum OwnModules {
  /// The modules that export `PromiseConcurrency`, and thereby `PromiseCore`.
  static let exportingConcurrency: Set<String> = [
    "PromiseConcurrency", "PromiseFoundation", "PromiseSharing", "PromiseScoping", "PromiseObservation",
    "PromiseTesting", "PromiseKitVocabulary", "PromiseKitFoundationVocabulary", "GooglePromisesVocabulary",
  ]

  /// All modules. Each of them exports `PromiseCore`.
  package static let all = exportingConcurrency.union(["PromiseCore", "PromiseTracing"])
}
