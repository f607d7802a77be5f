// Forms: created

import PromiseSharing
import PromiseTesting
import TestSupport
import Testing

extension CreationForm {
  fileprivate static let ofShared = [
    CreationForm("promise()") { SharedPromise { Promise.value(1) }.promise() },
    CreationForm("promise() of a kept value") {
      let shared = SharedPromise { Promise.value(1) }
      shared.store(1)
      return shared.promise()
    },
    CreationForm("promise(for:)") { PromiseCache { (key: Int) in Promise.value(key) }.promise(for: 1) },
  ]
}

/// What the promises of callers have in common with all promises that are created.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SharedPromiseFormTests {
  @Test(arguments: CreationForm.ofShared)
  func `a promise has the context and the place of its creation`(_ form: CreationForm) {
    let faults = [form.faultOfContext(), form.faultOfSite()]
    #expect(faults == [nil, nil])
  }
}
