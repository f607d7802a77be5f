import SwiftParser
import SwiftSyntax

/// A dependency of a manifest: `.package(url: "https://github.com/mxcl/PromiseKit", from: "8.0.0")`.
struct PackageReference {
  let call: FunctionCallExprSyntax
  /// The library that the package contains.
  let kind: Kind
  /// The names by which targets refer to the package, in lower case, because their case does not matter.
  let names: Set<String>

  enum Kind: Hashable {
    /// The old library.
    case origin
    /// PromiseKit's additions to the SDK, with the module that contains them.
    case addition(String)
    /// This library.
    case promises
  }

  /// The name of this library's package.
  static let package = "swift-promises"

  /// The dependency on this library, as its README writes it.
  static let text = #".package(name: "swift-promises", path: "../swift-promises")"#

  /// Reads a call, if it is a dependency on one of the libraries.
  init?(_ call: FunctionCallExprSyntax, origin: Origin) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      ["package", "Package"].contains(member.declName.baseName.text)
    else { return nil }
    let name = call.string("name")
    guard let location = call.string("url") ?? call.string("path") ?? call.string("id") else { return nil }
    let parts = location.split { "/:.".contains($0) }.map(String.init).filter { $0 != "git" }
    guard let last = parts.last else { return nil }
    let owner = parts.dropLast().last?.lowercased()
    switch (origin, last.lowercased()) {
    case (_, Self.package): kind = .promises
    case (.promiseKit, "promisekit"): kind = .origin
    case (.promiseKit, _) where owner == "promisekit": kind = .addition("PMK\(last.replacing("-", with: ""))")
    case (.googlePromises, "promises") where call.string("path") == nil: kind = .origin
    default: return nil
    }
    self.call = call
    names = Set([name, last].compactMap { $0?.lowercased() })
  }

  /// Whether the dependency is written for Swift 3.
  var isOfSwift3: Bool {
    call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "Package"
  }
}

extension FunctionCallExprSyntax {
  /// The value of an argument that is a string literal.
  func string(_ label: String) -> String? {
    arguments.first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The name after the period of the called expression.
  var memberName: String? { calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text }
}
