package import SourceEditing

/// Reports files of CocoaPods, Carthage and Xcode that name the old library.
package struct ProjectFiles: OtherFiles {
  private let origin: Origin

  package init(from origin: Origin) { self.origin = origin }

  package func isWanted(_ name: String) -> Bool { advice(for: name) != nil }

  package func remarks(path: String, contents: [UInt8]) -> [Remark] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let advice = advice(for: name), let text = String(validating: contents, as: UTF8.self) else { return [] }
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard !line.drop(while: \.isWhitespace).hasPrefix("#"), let column = column(of: names(in: name), in: line) else {
        continue
      }
      return [
        Remark(.left, path: path, line: number, column: column, reason: "project-file", message: advice)
      ]
    }
    return []
  }

  /// Returns the texts by which a file names the library.
  private func names(in file: String) -> [String] {
    switch (origin, file) {
    case (.promiseKit, "project.pbxproj"): ["/PromiseKit", "productName = PromiseKit;", "PromiseKit.framework"]
    case (.googlePromises, "project.pbxproj"): ["google/promises", "productName = Promises;", "Promises.framework"]
    case (.promiseKit, _): ["'PromiseKit", "\"PromiseKit", "/PromiseKit", "'PMK", "\"PMK"]
    case (.googlePromises, _): ["PromisesSwift", "google/promises"]
    }
  }

  private func column(of names: [String], in line: Substring) -> Int? {
    names.compactMap { line.firstRange(of: $0) }.map {
      line.utf8.distance(from: line.startIndex, to: $0.lowerBound) + 1
    }
    .min()
  }

  private func advice(for name: String) -> String? {
    let add = "add the package swift-promises in Xcode (Add Package Dependencies…, Add Local…)"
    switch name {
    case "Podfile": return "CocoaPods cannot provide this library: remove \(origin.title) from the Podfile, and \(add)."
    case "Cartfile":
      return "Carthage cannot provide this library: remove \(origin.title) from the Cartfile, and \(add)."
    case "project.pbxproj":
      return "Remove \(origin.title) from the project, \(add), and add the products to the targets that import them."
    case let name where name.hasSuffix(".podspec"):
      return "A pod cannot depend on this library: keep \(origin.title) in it, or offer a Swift package instead."
    default: return nil
    }
  }
}
