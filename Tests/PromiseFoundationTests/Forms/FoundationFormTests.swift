import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

/// What the operations on Foundation's types have in common with all that create a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore)) struct FoundationFormTests {
  @Test(arguments: DerivedForm.ofResponses, DerivedForm.Aspect.allCases)
  func `a form that derives a promise has every aspect`(_ form: DerivedForm, _ aspect: DerivedForm.Aspect) async {
    let fault = await form.fault(in: aspect)
    #expect(fault == nil)
  }

  @Test(arguments: CreationForm.ofFoundation)
  func `a promise has the context and the place of its creation`(_ form: CreationForm) {
    let faults = [form.faultOfContext(), form.faultOfSite()]
    #expect(faults == [nil, nil])
  }
}
