// Twenty data races in handlers. Each one is an error in Swift 6 mode. In Swift 5 mode, with the import of an SPI, all
// of them compile.
//
// verify: -swift-version 6
// compiles: -swift-version 5 -D PROMISEKIT
// compiles: -swift-version 5 -D GOOGLE
import Dispatch

#if PROMISEKIT
  @_spi(PromiseKit) import PromiseKitVocabulary
#elseif GOOGLE
  @_spi(GooglePromises) import GooglePromisesVocabulary
#else
  import PromiseConcurrency
#endif

final class Model { var number = 0 }  // expected-note 2 {{class 'Model' does not conform to the 'Sendable' protocol}}
func fetch() -> Promise<Int> { .value(1) }
func fetchAll() -> Promise<[Int]> { .value([1]) }
func tick() -> Guarantee<Void> { Guarantee() }
let queue = DispatchQueue(label: "races")

func race1() { var n = 0; fetch().done(on: .global()) { n += $0 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race2() { var n = 0; fetch().done { n += $0 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race3() { let m = Model(); fetch().done { m.number = $0 }.cauterize() }  // expected-error {{capture of 'm' with non-Sendable type 'Model'}}
func race4() { let m = Model(); fetch().done(on: queue) { m.number = $0 }.cauterize() }  // expected-error {{capture of 'm' with non-Sendable type 'Model'}}
func race5() { var n = 0; fetch().map(on: queue) { n += $0 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race6() { var n = 0; fetch().get(on: queue) { n += $0 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race7() { var n = 0; fetch().tap(on: queue) { _ in n += 1 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race8() { var n = 0; fetch().catch(on: queue) { _ in n += 1 } }  // expected-error {{mutation of captured var 'n'}}
func race9() { var n = 0; fetch().ensure(on: queue) { n += 1 }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race10() { var n = 0; fetch().then(on: queue) { _ -> Promise<Int> in n += 1; return fetch() }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race11() { var n = 0; fetch().recover(on: queue) { _ -> Promise<Int> in n += 1; return fetch() }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race12() { var n = 0; fetch().validate(on: queue) { n += $0; return true }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race13() { var n = 0; fetch().compactMap(on: queue) { n += $0; return Optional(1) }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race14() { var n = 0; fetchAll().thenMap(on: queue) { n += $0; return fetch() }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race15() { var n = 0; fetch().ensureThen(on: queue) { n += 1; return tick() }.cauterize() }  // expected-error {{mutation of captured var 'n'}}
func race16() { var n = 0; tick().done(on: queue) { n += 1 } }  // expected-error {{mutation of captured var 'n'}}
func race17() { var n = 0; tick().map(on: queue) { n += 1 }.done {} }  // expected-error {{mutation of captured var 'n'}}

@MainActor final class Screen {
  var number = 0  // expected-note 3 {{mutation of this property is only permitted within the actor}}

  func race18() { fetch().done(on: .main) { self.number = $0 }.cauterize() }  // expected-error {{main actor-isolated property 'number' can not be mutated from a Sendable closure}}
  func race19() { fetch().map(on: .global()) { self.number += $0 }.cauterize() }  // expected-error {{main actor-isolated property 'number' can not be mutated from a Sendable closure}}
  func race20() { fetch().catch(on: queue) { _ in self.number = 0 } }  // expected-error {{main actor-isolated property 'number' can not be mutated from a Sendable closure}}
}
