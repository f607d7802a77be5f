import Foundation
import SwiftSyntax

/// A target of a manifest.
struct PackageTarget {
  let call: FunctionCallExprSyntax
  let name: String
  /// The folders that may contain the files of the target, absolute.
  private let folders: [String]

  private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro", "plugin"]

  init?(_ call: FunctionCallExprSyntax, manifest path: String) {
    guard let kind = call.memberName, Self.kinds.contains(kind), let name = call.string("name") else { return nil }
    self.call = call
    self.name = name
    let candidates =
      if let path = call.string("path") {
        [path]
      } else if kind == "testTarget" {
        ["Tests/\(name)", "Sources/\(name)"]
      } else {
        ["Sources/\(name)", "Source/\(name)", "src/\(name)", "srcs/\(name)"]
      }
    let package = URL(fileURLWithPath: path).deletingLastPathComponent()
    folders = candidates.map { package.appendingPathComponent($0).standardizedFileURL.path }
  }

  /// Whether a file is in a folder of the target.
  func contains(_ path: String) -> Bool {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    return folders.contains { file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// The list of the target's dependencies.
  var dependencies: ArrayExprSyntax? {
    call.arguments.first { $0.label?.text == "dependencies" }?.expression.as(ArrayExprSyntax.self)
  }
}
