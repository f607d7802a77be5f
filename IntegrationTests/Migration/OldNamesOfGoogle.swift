// Names of google/promises in a file that has removed its `@_spi`, and results that it now has to use.
//
// verify: -swift-version 5
import GooglePromisesVocabulary

func fetch() -> Promise<Int> { .value(1) }

func names() {
  // expected-error@+1 {{'always' is inaccessible due to '@_spi' protection level}}
  fetch().always {}
  // expected-error@+1 {{has no member 'fulfill'}}
  Promise<Int>.pending().fulfill(1)
  // expected-error@+1 {{requires that 'Int' conform to 'Thenable'}}
  _ = Promise(1)
}

func results() {
  // expected-warning@+1 {{result of call to 'validate(_:file:line:)' is unused}}
  fetch().validate { $0 > 0 }
  // expected-warning@+1 {{result of call to 'delay(seconds:file:line:)' is unused}}
  fetch().delay(seconds: 5)
}
