import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Every way of the old vocabularies to create a promise takes the context of the calling code and the place of the call.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, unhandled: .ignore, abandoned: .ignore))
struct CreationFormTests {
  @Test(arguments: cases(of: Cases.self))
  func `a promise has the context and the place of its creation`(_ test: Case) async throws { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    (CreationForm.ofOldVocabularies + CreationForm.ofFoundation).map { form in
      Case(form.name) {
        let faults = [form.faultOfContext(), form.faultOfSite()]
        #expect(faults == [nil, nil])
      }
    }
  }
}
