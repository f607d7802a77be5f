package import SwiftSyntax

/// The types of Apple's systems that are isolated to the main actor, and so are the types that inherit from them.
package enum MainActorTypes {
  /// The classes that are known by their full names.
  package static let classes: Set<String> = [
    "UIViewController", "UIView", "UITableViewController", "UICollectionViewController", "UINavigationController",
    "UITabBarController", "UITableViewCell", "UICollectionViewCell", "UIResponder", "UIWindow", "UIControl",
    "UIApplication",
    "NSViewController", "NSView", "NSWindowController", "NSWindow", "NSResponder", "NSDocument", "NSApplication",
  ]

  /// Protocols of SwiftUI whose conforming types are isolated.
  private static let protocols: Set<String> = ["View", "App", "Scene", "ViewModifier", "Commands"]

  /// The types of UIKit that any thread may use.
  private static let others: Set<String> = [
    "UIImage", "UIColor", "UIFont", "UIFontDescriptor", "UIBezierPath", "UIEdgeInsets", "UIOffset", "UInt", "UInt8",
    "UInt16", "UInt32", "UInt64", "UInt128", "UITraitCollection", "UIBackgroundTaskIdentifier",
    "UIGraphicsImageRenderer",
  ]

  /// Whether a type is isolated to the main actor, as far as its name shows.
  package static func contains(_ name: String) -> Bool {
    if classes.contains(name) || protocols.contains(name) { return true }
    if name.hasPrefix("UI") { return name.dropFirst(2).first?.isUppercase == true && !others.contains(name) }
    if name.hasPrefix("NS") {
      return ["View", "Window", "Controller", "Cell", "Alert"].contains(where: name.hasSuffix)
    }
    return ["ViewController", "TableViewCell", "CollectionViewCell"].contains(where: name.hasSuffix)
  }
}

extension AttributeListSyntax {
  /// Whether one of the attributes is `@MainActor`.
  package var isMainActor: Bool {
    contains { $0.as(AttributeSyntax.self)?.attributeName.isWritten("MainActor") == true }
  }

  /// Whether one of the attributes is a global actor, whose name ends with “Actor” by convention.
  package var isGlobalActor: Bool {
    contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedText.hasSuffix("Actor") == true }
  }
}
