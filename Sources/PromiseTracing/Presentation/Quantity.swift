/// A number of things of one kind, which determines the forms of the words in a sentence about them.
///
/// All English plurals in the descriptions of pending promises are formed here.
package struct Quantity: Sendable {
  private let count: Int

  package init(_ count: Int) { self.count = count }

  package var isOne: Bool { count == 1 }

  /// `it` or `they`.
  var itOrThey: String { isOne ? "it" : "they" }
  /// `it` or `them`.
  package var itOrThem: String { isOne ? "it" : "them" }
  /// `it` or `each`.
  var itOrEach: String { isOne ? "it" : "each" }
  /// `is` or `are`.
  package var isOrAre: String { isOne ? "is" : "are" }
  /// `was` or `were`.
  var wasOrWere: String { isOne ? "was" : "were" }
  /// `has` or `have`.
  var hasOrHave: String { isOne ? "has" : "have" }

  /// Returns a regular verb in the third person, such as `waits` or `wait`.
  func verb(_ verb: String) -> String { isOne ? verb + "s" : verb }

  /// Returns a noun with its number, such as `1 task` or `1,200 tasks`.
  package func counted(_ noun: String) -> String { "\(Words.number(count)) \(plural(of: noun))" }

  /// Returns a noun with an article or a number, such as `a promise` or `3 promises`.
  package func some(_ noun: String) -> String { isOne ? "a \(noun)" : counted(noun) }

  /// Returns a noun without a number, such as `a timer` or `timers`.
  func indefinite(_ noun: String) -> String { isOne ? "a \(noun)" : plural(of: noun) }

  /// Returns a noun that has been mentioned, such as `this handler` or `these handlers`.
  func this(_ noun: String) -> String { isOne ? "this \(noun)" : "these \(plural(of: noun))" }

  /// Returns how long promises have been pending, the oldest of them for `time`.
  func pending(for time: String) -> String {
    isOne ? "pending for \(time)" : "\(counted("promise")), pending for up to \(time)"
  }

  /// Returns the prefix of something that occurs this often: `3 × `, or nothing for a single occurrence.
  var times: String { isOne ? "" : "\(Words.number(count)) × " }

  private func plural(of noun: String) -> String { isOne ? noun : noun + "s" }
}
