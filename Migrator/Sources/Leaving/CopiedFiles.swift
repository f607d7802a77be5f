import PromiseSyntax
import SourceEditing

/// The files in plain Swift whose functions the new text calls, and which are copied into the program.
package enum CopiedFiles {
  private static let texts: [PlainSwiftFile: [UInt8]] = [
    .asyncQueue: PackageResources.AsyncQueue_swift, .callback: PackageResources.Callback_swift,
    .concurrentMap: PackageResources.ConcurrentMap_swift, .retry: PackageResources.Retry_swift,
    .timeout: PackageResources.Timeout_swift, .wrap: PackageResources.Wrap_swift,
  ]

  /// Returns the names and the texts of files, and of those that they need.
  package static func texts(ofFilesNamed names: Set<String>) -> [(name: String, text: [UInt8])] {
    var files = Set(names.compactMap(PlainSwiftFile.init))
    if files.contains(.wrap) { files.insert(.callback) }
    return files.map { ($0.rawValue, texts[$0]!) }.sorted { $0.0 < $1.0 }
  }

  /// Whether a source file is one of the files, or was before someone changed it.
  static func contain(_ source: SourceText) -> Bool {
    let name = source.path.split(separator: "/").last.map(String.init) ?? ""
    return switch PlainSwiftFile(rawValue: name) {
    case .asyncQueue: source.mentions("class AsyncQueue")
    case .callback: source.mentions("nonisolated(nonsending) func withResolver")
    case .concurrentMap: source.mentions("nonisolated(nonsending) func concurrentMap")
    case .retry: source.mentions("nonisolated(nonsending) func retry")
    case .timeout: source.mentions("nonisolated(nonsending) func withTimeout")
    case .wrap: source.mentions("nonisolated(nonsending) func wrap")
    default: false
    }
  }
}
