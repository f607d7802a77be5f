/// A copy of a module with one small fault.
package struct Mutant: Encodable, Sendable {
  /// Text that a mutant inserts. A mutant consists only of insertions, so that mutants of nested code can be combined.
  struct Insertion: Sendable {
    enum Place: Sendable {
      /// Before the code of the mutant.
      case before
      /// After the code of the mutant.
      case after
      /// Once at its offset, even if several mutants need it.
      case once
    }

    /// The UTF-8 offset of the insertion in the file.
    let offset: Int
    let text: String
    let place: Place
  }

  /// The number by which the environment variable `MUTANT` selects the mutant. It is unique across all modules.
  package internal(set) var number = 0
  package let module: String
  /// The path of the file, relative to the root of the package.
  package let path: String
  /// The line of the mutated code, counted from 1.
  package let line: Int
  /// The column at which the mutated code begins, in bytes, counted from 1.
  package let column: Int
  /// The last line of the mutated code, and the column after its end.
  package let lastLine: Int
  package let lastColumn: Int
  package let mutationOperator: MutationOperator
  /// The mutated code, on one line.
  package let original: String
  /// The code that replaces it, on one line.
  package let replacement: String
  /// The innermost function, property or initializer that contains the mutated code.
  package let function: String
  /// Why no test can detect the mutant, from a comment, or `nil` if a test should detect it.
  package let exemption: String?
  /// The UTF-8 offset of the mutated code.
  let start: Int
  /// The UTF-8 length of the mutated code, which orders the insertions of nested mutants.
  let length: Int
  let insertions: [Insertion]

  enum CodingKeys: String, CodingKey {
    case number, module, path, line, column, lastLine, lastColumn, mutationOperator = "operator", original, replacement
    case function, exemption
  }

  /// The condition that selects the mutant, with `#` in place of the number.
  static let condition = "mutant__(#)"
}
