import Foundation

extension URL {
  /// The URL for display, without what may be secret: the user name, the password, the query and the fragment.
  var shown: String {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return String.withoutSecrets(absoluteString)
    }
    components.user = nil
    components.password = nil
    components.query = nil
    components.fragment = nil
    return components.string ?? String.withoutSecrets(absoluteString)
  }
}

extension String {
  /// Returns a text that should be a URL, without its query, its fragment and everything in front of an at sign.
  static func withoutSecrets(_ text: String) -> String {
    let start = text.prefix { $0 != "?" && $0 != "#" }
    return start.lastIndex(of: "@").map { "…" + start[$0...] } ?? String(start)
  }
}
