import Dispatch
import PromiseCore
import Testing

@Test func smoke() {
  let g = DispatchSemaphore(value: 0)
  let q = DispatchQueue(label: "q")
  nonisolated(unsafe) var out = ""
  Promise<Int> { $0.fulfill(1) }.map(on: q) { $0 + 1 }.then(on: q) { Promise.value($0 * 10) }.done(on: q) {
    out = "\($0)"
  }
  .ensure(on: q) { g.signal() }
  g.wait()
  #expect(out == "20")
}
