/// The errors of a race that no promise won, in the order in which the promises were passed.
///
/// ```swift
/// race(fulfilled: mirrors.map { fetch($0) }).catch { error in
///   guard case PromiseError.noWinner(let errors) = error else { return show(error) }
///   for (mirror, error) in zip(mirrors, errors) { log("\(mirror): \(error)") }
/// }
/// ```
///
/// A race may be an input of another race, so its errors may be nested. They are released without recursion, however
/// deeply they are nested.
public struct RaceErrors: RandomAccessCollection, Sendable {
  /// The storage of the errors, a class so that its `deinit` can release nested errors in a loop.
  fileprivate final class Storage: @unchecked Sendable {
    // Written by the initializer and by `takeErrors()`, which requires the only reference to the object.
    private(set) var errors: [any Error]
    /// Whether there are errors, and every one of them represents cancellation. It is determined once, when the object
    /// is created, so that checking nested errors takes neither recursion nor repeated work.
    let areCancellations: Bool

    init(_ errors: [any Error]) {
      self.errors = errors
      areCancellations = !errors.isEmpty && errors.allSatisfy(\.isCancelled)
    }

    /// Removes and returns all errors.
    func takeErrors() -> [any Error] {
      defer { errors = [] }
      return errors
    }

    /// Releases nested errors in a loop. Each round takes the content out of one nested object that nothing else refers
    /// to, so no object is released that still contains another one.
    deinit {
      var rest = takeErrors()
      while !rest.isEmpty {
        // The error itself is released when the function returns; only then can the reference be the last one.
        guard var nested = Self.removeLast(&rest) else { continue }
        if isKnownUniquelyReferenced(&nested) { rest += nested.takeErrors() }
      }
    }

    /// Removes the last error, and returns its storage if it is the error of a race.
    @inline(never)
    private static func removeLast(_ errors: inout [any Error]) -> Storage? {
      guard case .noWinner(let nested)? = errors.removeLast() as? PromiseError else { return nil }
      return nested.storage
    }
  }

  private let storage: Storage

  /// Whether there are errors, and every one of them represents cancellation.
  var areCancellations: Bool { storage.areCancellations }

  /// Creates a collection of errors.
  ///
  /// - Parameter errors: The errors, in the order of the promises that were rejected with them.
  /// - Complexity: O(*n*).
  public init(_ errors: some Sequence<any Error>) { storage = Storage(Array(errors)) }

  /// The index of the first error, which is 0.
  @_documentation(visibility: internal)
  public var startIndex: Int { 0 }
  /// The index after the last error.
  @_documentation(visibility: internal)
  public var endIndex: Int { storage.errors.count }
  /// The error of the promise at this index.
  ///
  /// - Parameter position: The index of the promise in the race, from 0 to `count - 1`.
  @_documentation(visibility: internal)
  public subscript(position: Int) -> any Error { storage.errors[position] }
}

extension RaceErrors: ExpressibleByArrayLiteral {
  /// Creates a collection from an array literal.
  ///
  /// - Parameter elements: The errors, in the order of the promises that were rejected with them.
  @_documentation(visibility: internal)
  public init(arrayLiteral elements: any Error...) { self.init(elements) }
}

extension RaceErrors: CustomStringConvertible {
  /// The length in bytes at which a description ends.
  private static let longestDescription = 2_000  // equivalent constant: The limit is approximate.
  /// The longest text of one error in a description, in Unicode scalars.
  private static let longestText = 500  // equivalent constant: The limit is approximate.

  /// The descriptions of the errors, separated by semicolons.
  ///
  /// The errors of a nested race are in parentheses. Errors below the fourth level are omitted, and so is what would make
  /// the description longer than a few kilobytes.
  public var description: String {
    var text = ""
    append(to: &text, levels: 4)
    return text
  }

  /// Appends the descriptions of the errors down to the given number of levels.
  private func append(to text: inout String, levels: Int) {
    for (index, error) in enumerated() {
      if index > 0 { text += "; " }
      // equivalent boundary: The limit is approximate.
      guard text.utf8.count < Self.longestDescription else { return text += "…" }
      guard case .noWinner(let nested)? = error as? PromiseError else {
        let scalars = "\(error)".unicodeScalars
        let prefix = scalars.prefix(Self.longestText)
        text += prefix.endIndex == scalars.endIndex ? String(scalars) : "\(String(prefix))…"
        continue
      }
      guard levels > 1 else {
        text += "(…)"
        continue
      }
      text += "("
      nested.append(to: &text, levels: levels - 1)
      text += ")"
    }
  }
}
