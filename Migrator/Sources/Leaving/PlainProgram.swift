/// What the replacement of a promise depends on in other files.
package struct PlainProgram: Sendable {
  var forms = FunctionForms()
  /// The functions that are members of no type.
  var freeFunctions: Set<String> = []
  /// Whether code looks at the error of a time limit, except in a `catch` clause around the limit itself.
  var examinesTimeouts = false
  /// Whether code looks at the error of a race without a winner.
  var examinesRaces = false

  mutating func merge(_ other: PlainProgram) {
    forms.merge(other.forms)
    freeFunctions.formUnion(other.freeFunctions)
    if other.examinesTimeouts { examinesTimeouts = true }
    if other.examinesRaces { examinesRaces = true }
  }
}
