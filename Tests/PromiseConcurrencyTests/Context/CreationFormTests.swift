import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every way to create a promise takes the context of the calling code and the place of the call.
struct CreationFormTests {
  @Test(arguments: CreationForm.all)
  func `a promise belongs to the context in which it is created`(_ form: CreationForm) {
    let context = PromiseContext(report: { _ in })
    let promise = PromiseContext.$current.withValue(context) { form.create() }
    #expect(promise.context === context)
  }

  @Test(arguments: CreationForm.all) func `a promise names the place where it is created`(_ form: CreationForm) {
    let promise = silently { form.create() }
    #expect(promise.site.file == "PromiseConcurrencyTests/CreationForm.swift")
    #expect((form.line...form.line + 3).contains(Int(promise.site.line)))
  }
}
