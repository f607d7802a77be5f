import CPromiseTracing
import PromiseCore

/// The functions that have created a promise, as return addresses.
package struct CallStack: Sendable {
  let addresses: [UInt]

  /// The number of addresses that are recorded. In a debug build, the functions of this
  /// library take up to about sixteen.
  private static let capacity = 24

  /// The functions that the current thread is executing.
  static var current: CallStack {
    let addresses = withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity) { buffer in
      // The first element is the address in this function.
      let count = promise_tracing_return_addresses(buffer.baseAddress, Int32(capacity))
      return buffer.prefix(Int(count)).dropFirst().prefix { $0 != nil }.map { UInt(bitPattern: $0) }
    }
    return CallStack(addresses: addresses)
  }

  /// The innermost function that does not belong to this library, such as `Login.signIn`, or `nil` if it is not known.
  ///
  /// The first call for an address reads the symbol table of the program, which takes milliseconds.
  var function: String? {
    for address in addresses {
      guard let name = Self.name(at: address) else { return nil }
      // A function of C does not create promises.
      if let function = FunctionName(name), !Self.ownModules.contains(function.module) { return function.text }
    }
    return nil
  }

  private static let ownModules = [
    "PromiseCore", "PromiseConcurrency", "PromiseFoundation", "PromiseSharing", "PromiseScoping", "PromiseObservation",
    "PromiseTracing", "SharedVocabulary", "PromiseKitVocabulary", "PromiseKitFoundationVocabulary",
    "GooglePromisesVocabulary", "Swift",
  ]

  /// The names that have been looked up.
  private static let names = Lock<[UInt: String?]>([:])

  private static func name(at address: UInt) -> String? {
    if let known = names.withLock({ $0[address] }) { return known }
    // A return address may be that of the next function, if the call is the last instruction.
    let copy = promise_tracing_copy_function_name(UnsafeRawPointer(bitPattern: address &- 1))
    let name = copy.map { String(cString: $0) }
    promise_tracing_free(copy)
    names.withLock { $0[address] = name }
    return name
  }
}

/// The readable part of a demangled name.
struct FunctionName {
  /// The module of the function.
  let module: String
  /// The type and the base name of the function, without its arguments.
  let text: String

  /// Parses a demangled name, such as `closure #1 () -> () in App.Login.signIn(name: Swift.String) -> Swift.Int`.
  ///
  /// The name of a closure or of another part of a function is that of the function. Returns `nil` for a function
  /// without a module, such as one of C.
  init?(_ demangled: String) {
    let (plain, rawIdentifiers) = Self.withoutRawIdentifiers(Self.withoutPrivateNames(demangled))
    var rest = plain[...]
    if rest.hasPrefix("protocol witness for "), let range = rest.firstRange(of: " in conformance ") {
      rest = rest[..<range.lowerBound]
    }
    var extensionModule: Substring?
    // The prefix follows the start or a space. Elsewhere it belongs to the type of a parameter.
    for marker in ["(extension in ", " (extension in "] {
      guard let range = rest.lastRange(of: marker), marker.hasPrefix(" ") || range.lowerBound == rest.startIndex,
        let end = rest[range.upperBound...].firstRange(of: "):")
      else { continue }
      extensionModule = rest[range.upperBound..<end.lowerBound]
      rest = rest[end.upperBound...]
      break
    }
    while let start = rest.firstRange(of: "(extension in "), let end = rest[start.upperBound...].firstRange(of: "):") {
      rest = rest[..<start.lowerBound] + rest[end.upperBound...]
    }
    for separator in [" in ", " for ", " of "] {
      if let range = rest.lastRange(of: separator) { rest = rest[range.upperBound...] }
    }
    if rest.hasPrefix("static ") { rest = rest.dropFirst("static ".count) }
    let name = rest.prefix { !"(<: ".contains($0) }
    var components = name.split(separator: ".").map(String.init)
    if ["getter", "setter", "modify", "read"].contains(components.last) { components.removeLast() }
    guard components.count > 1 else { return nil }
    let owner = components.removeFirst()
    module = extensionModule.map(String.init) ?? owner
    text = components.map { component in
      component.first == "`" ? Int(component.dropFirst()).map { "`\(rawIdentifiers[$0])`" } ?? component : component
    }.joined(separator: ".")
  }

  /// Replaces each raw identifier, which may contain any character, by a backtick and its index in the result.
  private static func withoutRawIdentifiers(_ name: String) -> (String, [Substring]) {
    let parts = name.split(separator: "`", omittingEmptySubsequences: false)
    var result = ""
    var identifiers: [Substring] = []
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        result += part
      } else {
        result += "`\(identifiers.count)"
        identifiers.append(part)
      }
    }
    return (result, identifiers)
  }

  /// Replaces each `(name in _0123456789ABCDEF)`, which stands for a private name, by the name.
  private static func withoutPrivateNames(_ name: String) -> String {
    var result = name[...]
    while let middle = result.firstRange(of: " in _"),
      let start = result[..<middle.lowerBound].lastIndex(of: "("),
      let end = result[middle.upperBound...].firstIndex(of: ")")
    {
      result =
        result[..<start] + result[result.index(after: start)..<middle.lowerBound]
        + result[result.index(after: end)...]
    }
    return String(result)
  }
}

extension Substring {
  /// Returns the first occurrence of a text, which must not be empty.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    indices.lazy.compactMap { range(of: text, at: $0) }.first
  }

  /// Returns the last occurrence of a text, which must not be empty.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    indices.reversed().lazy.compactMap { range(of: text, at: $0) }.first
  }

  private func range(of text: String, at start: Index) -> Range<Index>? {
    self[start...].hasPrefix(text) ? start..<index(start, offsetBy: text.count) : nil
  }
}
