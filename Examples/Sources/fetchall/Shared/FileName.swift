import Foundation

/// The name under which the file of a URL is saved.
enum FileName {
  /// The longest name that common file systems allow, in bytes.
  private static let longest = 255

  /// Returns the name: the last component of the path, without percent-encoding, or `index.html` if there is none.
  static func name(of url: URL) throws(FileNameError) -> String {
    let path = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
    let component = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if component.isEmpty { return "index.html" }
    guard let name = component.removingPercentEncoding else {
      throw FileNameError(reason: "is not valid text", component: String(component))
    }
    if let reason = problem(with: name) { throw FileNameError(reason: reason, component: String(component)) }
    return name
  }

  /// Returns why a name is not suitable, or `nil` if it is.
  private static func problem(with name: String) -> String? {
    // Swift compares characters, and the character of a slash may consist of more than a slash.
    if name.utf8.contains(UInt8(ascii: "/")) { return "contains a slash" }
    if name.utf8.contains(0) { return "contains a null character" }
    if name.isEmpty || name == "." || name == ".." { return "is not the name of a file" }
    if name.utf8.count > longest { return "is longer than \(longest) bytes" }
    return nil
  }
}

/// A URL whose last path component is not suitable as the name of a file.
struct FileNameError: Error, Equatable {
  /// What is wrong with the name, as the end of a sentence.
  let reason: String
  /// The path component, percent-encoded.
  let component: String

  /// A sentence about the error.
  var message: String { "The name “\(component)” \(reason)." }
}
