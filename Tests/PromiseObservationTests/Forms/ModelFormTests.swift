// Forms: created, derived

import Dispatch
import PromiseCore
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

extension DerivedForm {
  fileprivate static let ofModels = [
    DerivedForm("load") { source in onMainActor { $0.load { source } } }
  ]
}

extension CreationForm {
  fileprivate static let ofModels = [
    CreationForm("load of an async function") { onMainActor { $0.load { [1] } } }
  ]
}

private let models = Log<PromiseModel<[Int]>>()

/// Calls a function on the main actor, in the context of the calling code, with a model that is never released.
private func onMainActor(
  _ load: @MainActor @Sendable (PromiseModel<[Int]>) -> Promise<[Int]>
) -> Promise<[Int]> {
  let context = PromiseContext.current
  let model = PromiseModel<[Int]>()
  models(model)
  return DispatchQueue.main.sync {
    MainActor.assumeIsolated { PromiseContext.$current.withValue(context) { load(model) } }
  }
}

/// What the loads of a model have in common with all promises that are created or derived.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ModelFormTests {
  @Test(arguments: DerivedForm.ofModels, DerivedForm.Aspect.allCases)
  func `a form that derives a promise has every aspect`(_ form: DerivedForm, _ aspect: DerivedForm.Aspect) async {
    let fault = await form.fault(in: aspect)
    #expect(fault == nil)
  }

  @Test(arguments: CreationForm.ofModels)
  func `a promise has the context and the place of its creation`(_ form: CreationForm) {
    let faults = [form.faultOfContext(), form.faultOfSite()]
    #expect(faults == [nil, nil])
  }
}
