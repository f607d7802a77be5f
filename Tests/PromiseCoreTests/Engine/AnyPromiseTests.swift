import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// References to promises and guarantees, without the types of their values.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AnyPromiseTests {
  @Test func `two values are equal if they refer to the same promise`() {
    let promise = Promise.value(1), guarantee = Guarantee.value(1)
    let values = [AnyPromise(promise), AnyPromise(guarantee)]
    #expect(values == [promise.any, guarantee.any])
    #expect(values[0] != values[1])
    #expect(values[0] != AnyPromise(Promise.value(1)))
    #expect(Set(values + [AnyPromise(promise), AnyPromise(guarantee)]).count == 2)
  }

  @Test func `the descriptions are those of the promise`() {
    let promise = Promise.value(1), guarantee = Guarantee.value(1)
    #expect("\(AnyPromise(promise))" == promise.description && "\(AnyPromise(guarantee))" == guarantee.description)
    #expect(AnyPromise(promise).description == "Promise(1)" && AnyPromise(guarantee).description == "Guarantee(1)")
    #expect(String(reflecting: AnyPromise(promise)) == promise.debugDescription)
    #expect(AnyPromise(guarantee).debugDescription == guarantee.debugDescription)
    var dumped = ""
    dump(AnyPromise(guarantee), to: &dumped)
    #expect(
      dumped.contains("Guarantee<Int>") && !dumped.contains("Erased")
        && AnyPromise(promise).customMirror.children.isEmpty)
  }

  @Test func `a promise can be cast to its class`() {
    let values = [AnyPromise(Promise.value(1)), AnyPromise(Guarantee.value(1))]
    #expect(values.map { $0.dynamicObject is Promise<Int> } == [true, false])
    #expect(values.map { $0.dynamicObject is Guarantee<Int> } == [false, true])
    #expect(values.map { $0.dynamicObject is Guarantee<String> } == [false, false])
  }

  @Test func `the hash value is that of the identity of the promise`() {
    let promise = Promise.value(1), guarantee = Guarantee.value(1)
    let identities = [ObjectIdentifier(promise), ObjectIdentifier(guarantee)]
    for (value, identity) in zip([AnyPromise(promise), AnyPromise(guarantee)], identities) {
      var (hasher, expected) = (Hasher(), Hasher())
      value.hash(into: &hasher)
      expected.combine(identity)
      #expect(hasher.finalize() == expected.finalize())
    }
  }
}
