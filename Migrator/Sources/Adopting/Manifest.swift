import Foundation
import SourceEditing
import SwiftParser
import SwiftSyntax

/// Changes a `Package.swift`: the package of the old library, and the products in the targets.
struct Manifest {
  private let scribe: Scribe
  private let origin: Origin
  private let contents: ManifestCollector
  private let lists: ArrayEdits

  static func isManifest(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  init(_ source: SourceText, origin: Origin) {
    self.origin = origin
    scribe = Scribe(source)
    contents = ManifestCollector(source.tree, path: source.path, origin: origin)
    lists = ArrayEdits(scribe)
  }

  func rewriting(knowing surveys: [FileSurvey]) -> Rewriting {
    let old = contents.packages.filter { $0.kind != .promises }
    guard let first = old.first else {
      if !contents.packages.isEmpty { checkPlatforms() }
      return scribe.rewriting()
    }
    guard !old.contains(where: \.isOfSwift3) else {
      scribe.leave(
        at: first.call, "old-manifest",
        "This manifest is written for Swift 3. Rewrite it for Swift 5.3 or later, with the dependency "
          + "`\(PackageReference.text)`.")
      return scribe.rewriting()
    }
    let files = FilesOfPackage(surveys, manifest: scribe.source.path, origin: origin)
    changePackages(old, keepingOrigin: files.keepsOrigin { _ in true } || usesOtherProducts(of: old))
    changeProducts(old, files: files)
    checkPlatforms()
    return scribe.rewriting()
  }

  // MARK: - Packages

  private func changePackages(_ old: [PackageReference], keepingOrigin keepsOrigin: Bool) {
    var isWritten = contents.packages.contains { $0.kind == .promises }
    var removed: [FunctionCallExprSyntax] = []
    for package in old {
      if package.kind == .origin, keepsOrigin {
        scribe.leave(
          at: package.call, "kept-package",
          "The package was kept, because files use parts of it that have no counterpart. Remove it after you have changed "
            + "these files.")
      } else if isWritten {
        removed.append(package.call)
        scribe.count()
      } else {
        scribe.replace(package.call, with: PackageReference.text)
        isWritten = true
        explain(package.call)
      }
    }
    if !isWritten, let element = old[0].call.parent?.as(ArrayElementSyntax.self) {
      lists.insert([PackageReference.text], before: element)
      scribe.count()
      explain(old[0].call)
    }
    remove(removed)
  }

  /// Whether a target depends on a product of the old packages that has no counterpart, such as PromisesTestHelpers.
  private func usesOtherProducts(of old: [PackageReference]) -> Bool {
    let packages = old.filter { $0.kind == .origin }.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    return ProductLists(scribe.source.tree).lists.contains { list in
      list.elements.contains { element in
        guard let call = element.expression.as(FunctionCallExprSyntax.self), call.memberName == "product",
          let package = call.string("package"), let name = call.string("name")
        else { return false }
        return packages.contains(package.lowercased()) && name != origin.module
      }
    }
  }

  private func explain(_ call: FunctionCallExprSyntax) {
    scribe.note(
      at: call, "local-package",
      "Clone swift-promises next to this package: no version of it has been tagged yet.")
  }

  private func remove(_ calls: [FunctionCallExprSyntax]) {
    let elements = calls.compactMap { $0.parent?.as(ArrayElementSyntax.self) }
    lists.remove(elements)
    for call in calls where call.parent?.is(ArrayElementSyntax.self) != true {
      scribe.leave(at: call, "kept-package", "Remove this package: its products are no longer used.")
    }
  }

  // MARK: - Products

  private func changeProducts(_ old: [PackageReference], files: FilesOfPackage) {
    let additions = old.compactMap { if case .addition(let module) = $0.kind { module } else { nil } }
    let products = Set([origin.module] + additions)
    let packages = old.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    let references = ProductLists(scribe.source.tree).lists.map { list in
      list.elements.compactMap { ProductReference($0, products: products, packages: packages) }
    }
    var written: Set<String> = []
    var changedTargets: Set<SyntaxIdentifier> = []
    for list in references {
      guard let first = list.first else { continue }
      let target = contents.target(around: first.element)
      if let target { changedTargets.insert(target.call.id) }
      let isOfTarget: (String) -> Bool = { path in target.map { $0.contains(path) } ?? true }
      var modules = files.products(isOfTarget)
      if modules.isEmpty { modules = ["PromiseConcurrency"] }
      if list.contains(where: { $0.product == "PMKFoundation" }), !modules.contains("PromiseFoundation") {
        modules += ["PromiseFoundation", Vocabulary.promiseKitFoundation.rawValue]
      }
      written.formUnion(modules)
      let texts = modules.map { Self.text(of: $0, condition: first.condition) }
      let kept = files.keepsOrigin(isOfTarget) ? list.filter { $0.product == origin.module } : []
      if kept.isEmpty {
        lists.replace(first.element, with: texts)
        lists.remove(list.dropFirst().map(\.element))
      } else {
        lists.insert(texts, before: first.element)
        lists.remove(list.filter { $0.product != origin.module }.map(\.element))
      }
      scribe.count()
      explainAdditions(list)
    }
    for target in contents.targets where !changedTargets.contains(target.call.id) {
      addMissing(to: target, files.products(target.contains).filter { !written.contains($0) })
    }
  }

  private static func text(of module: String, condition: String?) -> String {
    let end = condition.map { ", condition: \($0))" } ?? ")"
    return ".product(name: \"\(module)\", package: \"\(PackageReference.package)\"\(end)"
  }

  /// Adds products to a target that used the library through another target.
  private func addMissing(to target: PackageTarget, _ modules: [String]) {
    guard !modules.isEmpty else { return }
    let texts = modules.map { Self.text(of: $0, condition: nil) }
    if let last = target.dependencies?.elements.last {
      lists.insert(texts, after: last)
      scribe.count()
    } else {
      scribe.leave(
        at: target.call, "missing-product",
        "Add `\(texts.joined(separator: "`, `"))` to the dependencies of the target `\(target.name)`.")
    }
  }

  private func explainAdditions(_ list: [ProductReference]) {
    for reference in list where reference.product != origin.module && reference.product != "PMKFoundation" {
      scribe.leave(
        at: reference.element, "sdk-additions",
        "`\(reference.product)` has no counterpart.", explanation: "FoundationAndSDK.md lists what to write instead.")
    }
  }

  // MARK: - Platforms

  /// The oldest supported versions.
  static let oldest = ["macOS": [10, 15], "iOS": [13], "tvOS": [13], "watchOS": [6]]

  private func checkPlatforms() {
    if !contents.namesPlatforms, let package = contents.package {
      scribe.leave(
        at: package, "old-platform",
        "The library requires macOS 10.15, iOS 13, tvOS 13 or watchOS 6: add `platforms: [.macOS(.v10_15), .iOS(.v13)]`."
      )
    }
    for call in contents.systems {
      guard let name = call.memberName, let oldest = Self.oldest[name], let version = call.arguments.first?.expression,
        let numbers = Self.numbers(version), numbers.lexicographicallyPrecedes(oldest)
      else { continue }
      let text = oldest.map(String.init).joined(separator: "_")
      scribe.leave(
        at: call, "old-platform", "The library requires a newer system: write `.\(name)(.v\(text))` or a later version."
      )
    }
  }

  /// Reads `.v10_13` or `"10.13"`.
  private static func numbers(_ version: ExprSyntax) -> [Int]? {
    let text =
      version.as(MemberAccessExprSyntax.self)?.declName.baseName.text.dropFirst()
      ?? version.as(StringLiteralExprSyntax.self)?.representedLiteralValue.map { Substring($0) }
    guard let text else { return nil }
    let numbers = text.split { $0 == "_" || $0 == "." }.map { Int($0) }
    return numbers.contains(nil) || numbers.isEmpty ? nil : numbers.compactMap { $0 }
  }
}
