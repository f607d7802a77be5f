import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The text of a function that calls another one and has another style.
struct Twin {
  /// The lines, indented relative to the declaration.
  let lines: [String]
  /// Whether the declaration, and not only its body, uses promises.
  let declaresPromise: Bool
  let isPublic: Bool

  /// Writes the twin of a function.
  ///
  /// - Parameters:
  ///   - unit: One level of indentation.
  ///   - indentation: How far the declaration is indented, in characters.
  /// - Throws: An ``Obstacle`` if there can be no twin.
  init(
    of original: Original, options: AddOptions, knowledge: Knowledge, unit: String, indentation: Int
  ) throws(Obstacle) {
    let style = options.style
    try original.checkSignature(for: style)
    var shape: HandlerShape?
    var handle: Handle?
    if let handler = original.handler {
      try original.checkHandler(handler, knowledge)
      shape = try HandlerShape(handler.type.function, in: original.record.container, knowing: knowledge)
      handle = try original.handle(knowledge)
    }
    let result = TwinResult(of: original, shape: shape)
    try result.check(original, knowing: knowledge)
    if original.name == "init" { try original.checkInitializer(for: style, result, knowledge) }
    let completionName = original.unusedCompletionName
    let declaration = TwinDeclaration(
      original: original, style: style, result: result, knowledge: knowledge,
      completion: style == .callback ? result.completionParameter(named: completionName, options.handlerForm) : nil)
    let body = TwinBody(
      original: original, style: style, shape: shape, handle: handle, completionName: completionName, unit: unit,
      width: Self.maximumWidth - indentation - unit.count,
      isWrapHidden: knowledge.declaresWrap(original.record.container))
    lines =
      Self.documentation(of: original, style: style, handle: handle, completionName)
      + Self.head(declaration, unit: unit, width: Self.maximumWidth - indentation) + body.lines.map { unit + $0 } + [
        "}"
      ]
    declaresPromise = style == .promise
    isPublic = original.function.isPublic
  }

  private static let maximumWidth = 120

  private static func documentation(
    of original: Original, style: TwinStyle, handle: Handle?, _ completionName: String
  ) -> [String] {
    var documentation = Documentation(of: original.function.node)
    if let handler = original.handler {
      documentation.removeParameter([handler.name, handler.parameter.firstName.text])
      if handle != nil { documentation.removeSection("Returns") }
    }
    if style == .callback {
      documentation.removeSection("Returns")
      if original.style == .async { documentation.removeSection("Throws") }
      documentation.addParameter(completionName, "Called with the result.")
    }
    return documentation.text
  }

  /// Returns the lines up to the opening brace.
  private static func head(_ declaration: TwinDeclaration, unit: String, width: Int) -> [String] {
    let function = declaration.original.function
    let first = (declaration.modifiers + [declaration.name]).joined(separator: " ")
    let last = "\(declaration.effects)\(declaration.result.returnClause(declaration.style))\(declaration.whereClause) {"
    let parameters = declaration.parameters
    var lines: [String]
    let line = "\(first)(\(parameters.joined(separator: ", ")))\(last)"
    let wasBroken = function.signature.parameterClause.trimmedText.contains(where: \.isNewline)
    if line.contains(where: \.isNewline) || line.count > width || wasBroken && line.count > 80 && parameters.count > 1 {
      lines = ["\(first)("]
      for (index, parameter) in parameters.enumerated() {
        lines.append("\(unit)\(parameter)\(index < parameters.count - 1 ? "," : "")")
      }
      lines.append(")\(last)")
    } else {
      lines = [line]
    }
    let attributes = declaration.attributes
    guard function.attributes.areBesideDeclaration, !attributes.isEmpty else { return attributes + lines }
    lines[0] = "\(attributes.joined(separator: " ")) \(lines[0])"
    return lines
  }
}

extension AttributeListSyntax {
  /// Whether the attributes stand on one line with what they belong to.
  fileprivate var areBesideDeclaration: Bool {
    guard let next = lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate) else { return false }
    return !trimmedText.contains(where: \.isNewline) && !next.leadingTrivia.contains(where: \.isNewline)
  }
}

extension Original {
  /// A name for the completion handler of the twin.
  var unusedCompletionName: String {
    let taken = Set(parameters.map(\.internalName) + [name])
    return taken.contains("completion") ? "completionHandler" : "completion"
  }

  /// Checks that an initializer can have a twin.
  ///
  /// An initializer whose handler only reports success becomes an `async` initializer. An initializer cannot return a
  /// promise.
  func checkInitializer(for style: TwinStyle, _ result: TwinResult, _ knowledge: Knowledge) throws(Obstacle) {
    let isObject = knowledge.classes.contains(record.container) || knowledge.values.contains(record.container)
    let isFailable = function.node.as(InitializerDeclSyntax.self)?.optionalMark != nil
    let reportsSuccess = handler?.type.parameters.count == 1 && result.isVoid
    guard style == .async, self.style == .callback, isObject, !isFailable, reportsSuccess else {
      throw Obstacle(
        "initializer",
        "\(fullName) is an initializer, which cannot return a promise. Write a static function instead."
      )
    }
  }
}
