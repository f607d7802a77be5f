import PromiseConcurrency
package import PromiseCore

/// A form of an operation that derives a promise or a guarantee from another one.
///
/// The tables of these forms are the places where the tests call every such form of the public interface, which
/// `Scripts/check-forms` verifies. A test of an ``Aspect`` is written once, over all forms.
package struct DerivedForm: Sendable, CustomStringConvertible {
  /// What becomes of an outcome of the source.
  package enum Outcome: Sendable {
    /// The derived promise is fulfilled.
    case isFulfilled
    /// The derived promise is rejected with the error of the source.
    case isPassedOn
    /// The derived promise is rejected with another error.
    case isReplaced
  }

  package let name: String
  /// Where the form is. The promise is created on this line or on one of the next few lines.
  let file: String, line: Int
  /// What becomes of `TestError.one`, of the cancellation of the source, and of the error of an abandoned source.
  let errors: Outcome, cancellation: Outcome, abandonment: Outcome
  /// Whether the form has parameters for its creation site.
  let hasSite: Bool
  let derive: @Sendable (Promise<[Int]>) -> AnyPromise
  /// Whether the promise belongs to the context of its source outside of tests, and not to that of the calling code.
  private(set) var isInContextOfSource = true
  /// Whether the form calls the function that returns the source later, so that it is not a consumer at first.
  private(set) var attachesLater = false

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - name: The name of the form, unique in its table.
  ///   - errors: What becomes of an error of the source.
  ///   - others: What becomes of errors of other types, by default the same.
  ///   - cancellation: What becomes of the cancellation of the source, by default the same as of errors of other types.
  ///   - hasSite: Whether the form has parameters for its creation site.
  ///   - derive: Calls the form. The source is fulfilled with `[1]`, or rejected with `TestError.one`.
  package init(
    _ name: String, errors: Outcome = .isPassedOn, others: Outcome? = nil, cancellation: Outcome? = nil,
    hasSite: Bool = true, file: String = #fileID, line: Int = #line,
    _ derive: @escaping @Sendable (Promise<[Int]>) -> some PromiseReference
  ) {
    self.name = name
    self.errors = errors
    self.cancellation = cancellation ?? others ?? errors
    self.abandonment = others ?? errors
    self.file = file
    self.line = line
    self.hasSite = hasSite
    self.derive = { derive($0).any }
  }

  package var description: String { name }

  /// The form as one whose promise belongs to the context of the calling code, as those of combinators do.
  package var inContextOfCaller: DerivedForm {
    var form = self
    form.isInContextOfSource = false
    return form
  }

  /// The form as one that attaches itself to the source later, on another thread.
  package var attachingLater: DerivedForm {
    var form = self
    form.attachesLater = true
    return form
  }
}
