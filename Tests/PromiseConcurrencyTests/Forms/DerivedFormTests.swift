import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

extension DerivedForm {
  /// Every form of this table.
  static let all = promises + errors + guarantees + throwingGuarantees + tasks + times + combinators
}

/// What every operation has in common that derives a promise or a guarantee from another one.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DerivedFormTests {
  @Test(arguments: DerivedForm.all, DerivedForm.Aspect.allCases)
  func `a form that derives a promise has every aspect`(_ form: DerivedForm, _ aspect: DerivedForm.Aspect) async {
    let fault = await form.fault(in: aspect)
    #expect(fault == nil)
  }
}
