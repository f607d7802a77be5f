package import PromiseSyntax

/// Where a function is declared.
package struct DeclarationPlace: Hashable, Sendable, Codable {
  /// The path of the file, in the form in which it is printed.
  package let path: String
  /// The line of the declaration, counted from 1.
  package let line: Int
}

/// A function that exists in more than one style.
package struct SeveralStyles: Hashable, Sendable, Codable {
  /// The containers and the name, such as `API.user(id:)`.
  package let function: String
  /// The styles, in the order of ``FunctionDeclaration/Style``.
  package let styles: [FunctionDeclaration.Style]
  /// Whether any of the forms is `public` or `open`.
  package let isPublic: Bool
  /// The declarations of all forms, in the order of the files.
  package let declarations: [DeclarationPlace]
}

/// The functions that exist in several styles, across files and extensions.
struct Twins {
  /// The number of functions that are not synchronous. A function in several styles counts once.
  let distinctCount: Int
  /// The identities of functions that have an `async` form.
  let withAsyncForm: Set<String>
  let inSeveralStyles: [SeveralStyles]

  init(_ files: [FileReport]) {
    var declarations: [String: [(path: String, function: FunctionUse)]] = [:]
    for file in files {
      for function in file.functions where function.style != .synchronous {
        declarations[function.identity, default: []].append((file.path, function))
      }
    }
    distinctCount = declarations.count
    withAsyncForm = Set(declarations.filter { $0.value.contains { $0.function.style == .async } }.keys)
    inSeveralStyles = declarations.values
      .compactMap { forms in
        let styles = FunctionDeclaration.Style.allCases.filter { style in forms.contains { $0.function.style == style }
        }
        guard styles.count > 1 else { return nil }
        // The name without a completion handler, if there is a form without one.
        let named = forms.first { $0.function.style != .callback } ?? forms[0]
        return SeveralStyles(
          function: named.function.name, styles: styles, isPublic: forms.contains { $0.function.isPublic },
          declarations: forms.map { DeclarationPlace(path: $0.path, line: $0.function.line) })
      }
      .sorted { ($0.function, $0.declarations[0].path) < ($1.function, $1.declarations[0].path) }
  }
}
