import PromiseSyntax
import SwiftParser
import SwiftSyntax

/// Finds the packages, targets and platforms of a manifest.
final class ManifestCollector: SyntaxVisitor {
  private let origin: Origin
  private let path: String
  private(set) var packages: [PackageReference] = []
  private(set) var targets: [PackageTarget] = []
  /// The systems that the package supports, such as `.macOS(.v12)`.
  private(set) var systems: [FunctionCallExprSyntax] = []
  private(set) var namesPlatforms = false
  private(set) var package: FunctionCallExprSyntax?

  init(_ tree: SourceFileSyntax, path: String, origin: Origin) {
    self.origin = origin
    self.path = path
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let package = PackageReference(node, origin: origin) {
      packages.append(package)
    } else if node.isTarget, let target = PackageTarget(node, manifest: path) {
      targets.append(target)
    } else if node.calledExpression.isWritten("Package") {
      package = node
    } else if let name = node.memberName, Manifest.oldest[name] != nil, node.arguments.count == 1 {
      systems.append(node)
    }
    return .visitChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.text == "platforms" { namesPlatforms = true }
    return .visitChildren
  }

  /// The targets that contain a node.
  func target(around node: some SyntaxProtocol) -> PackageTarget? {
    targets.last { target in sequence(first: Syntax(node), next: \.parent).contains { $0.id == target.call.id } }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call declares a target. In a list of dependencies, `.target(name:)` refers to one.
  fileprivate var isTarget: Bool {
    for parent in sequence(first: Syntax(self), next: \.parent).dropFirst() {
      if let argument = parent.as(LabeledExprSyntax.self), let label = argument.label?.text {
        return label != "dependencies"
      }
    }
    return true
  }
}

/// A reference to a product in the list of a target's dependencies: `"PromiseKit"`, `.product(name: …, package: …)` or
/// `.byName(name: …)`.
struct ProductReference {
  let element: ArrayElementSyntax
  let product: String
  /// The source text of the argument `condition:`.
  let condition: String?

  /// Reads an element of a list, if it refers to a product of one of some packages.
  init?(_ element: ArrayElementSyntax, products: Set<String>, packages: Set<String>) {
    self.element = element
    if let literal = element.expression.as(StringLiteralExprSyntax.self), let name = literal.representedLiteralValue {
      (product, condition) = (name, nil)
    } else if let call = element.expression.as(FunctionCallExprSyntax.self), let name = call.string("name"),
      call.memberName == "byName" || call.memberName == "product"
    {
      if let package = call.string("package"), !packages.contains(package.lowercased()) { return nil }
      product = name
      condition = call.arguments.first { $0.label?.text == "condition" }?.expression.trimmedText
    } else {
      return nil
    }
    guard products.contains(product) else { return nil }
  }
}
