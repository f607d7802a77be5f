import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// What all operations of the old vocabularies have in common that derive a promise from another one.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DerivedFormTests {
  @Test(arguments: cases(of: Cases.self))
  func `a form that derives a promise has every aspect`(_ test: Case) async throws { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let forms =
      DerivedForm.onQueueInSwift5Mode + DerivedForm.ofPromiseKit + DerivedForm.collections
      + DerivedForm.ofGooglePromises + DerivedForm.ofFoundation
    return forms.flatMap { form in
      DerivedForm.Aspect.allCases.map { aspect in
        Case("\(form.name): \(aspect)") {
          let fault = await form.fault(in: aspect)
          #expect(fault == nil)
        }
      }
    }
  }
}
