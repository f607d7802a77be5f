import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every way to create a promise takes the context of the calling code and the place of the call.
@Suite(.sharingProcessors) struct CreationFormTests {
  @Test(arguments: CreationForm.all)
  func `a promise belongs to the context in which it is created`(_ form: CreationForm) {
    let fault = form.faultOfContext()
    #expect(fault == nil)
  }

  @Test(arguments: CreationForm.all) func `a promise names the place where it is created`(_ form: CreationForm) {
    let fault = form.faultOfSite()
    #expect(fault == nil)
  }
}
