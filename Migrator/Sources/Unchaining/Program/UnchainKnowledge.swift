/// The declarations of a program, and which of its functions become async.
package struct UnchainKnowledge: Sendable {
  private let surveys: [UnchainSurvey]
  /// The declarations, if all functions become async but those that are left.
  private(set) var program: ProgramKnowledge
  /// The functions that are left, by their identities and the types of their promises.
  private(set) var left: Set<String> = []

  init(_ surveys: [UnchainSurvey]) {
    self.surveys = surveys
    program = ProgramKnowledge(surveys)
  }

  /// Records that functions are left.
  mutating func leave(_ functions: Set<String>) {
    left.formUnion(functions)
    program = program.leaving(left, surveys)
  }
}
