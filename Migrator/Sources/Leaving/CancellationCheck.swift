import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// `error.isCancelled`, which the library adds to all errors.
struct CancellationCheck {
  let edit: Edit

  init?(_ use: LibraryUse) {
    guard use.operation == .error, let member = use.node.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "isCancelled", let error = member.base,
      error.is(DeclReferenceExprSyntax.self) || error.is(MemberAccessExprSyntax.self),
      !error.tokens(viewMode: .sourceAccurate).contains(where: { ["?", "!", "("].contains($0.text) })
    else { return nil }
    let check = "error is CancellationError".replacing("error", with: error.trimmedText)
    if let negation = member.parent?.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!",
      negation.parent?.is(WhereClauseSyntax.self) == true
    {
      // A system function can throw another error when the task is canceled.
      edit = Edit(replacing: negation, with: "!(\(check)) && !Task.isCancelled")
    } else {
      edit = Edit(replacing: member, with: "(\(check))")
    }
  }
}
