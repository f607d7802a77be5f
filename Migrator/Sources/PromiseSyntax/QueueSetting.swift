package import SwiftSyntax

/// The settings that choose the queue of the handlers that name none: `conf.Q` and `DispatchQueue.promises`.
package enum QueueSetting {
  /// Returns the names in an expression such as `PromiseKit.conf.Q.map`, without the module name.
  package static func path(of expression: ExprSyntax) -> [String] {
    let tokens = expression.tokens(viewMode: .sourceAccurate).map(\.text).filter { $0 != "." }
    let names = tokens.map { $0.hasPrefix("`") ? String($0.dropFirst().dropLast()) : $0 }
    let isQualified = names.first.map(modules.contains) ?? false
    return isQualified ? Array(names.dropFirst()) : names
  }

  private static let modules: Set<String> = [
    "PromiseKit", "PromiseKitVocabulary", "Promises", "GooglePromisesVocabulary", "PromiseCore", "PromiseConcurrency",
    "Dispatch",
  ]
}
