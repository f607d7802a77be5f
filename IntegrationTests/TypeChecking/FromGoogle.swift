@_spi(GooglePromises) import GooglePromisesVocabulary
import Dispatch

// Code written for google/promises, with its SPI import. As in Chains.swift, the name of each function ends in its
// limit.

enum Failure: Error { case none }

func fetch(_ number: Int) -> Promise<String> { .value("\(number)") }

func twoPromises50(_ start: Promise<Int>) -> Promise<String> {
  start.then { fetch($0) }.then { text in fetch(text.count) }.then { text in fetch(text.count + 1) }
}

func severalReturns50(_ start: Promise<Int>, _ fails: Bool) -> Promise<String> {
  start.then { number in
    if fails { return Promise(Failure.none) }
    return fetch(number)
  }.then { text in print(text) }
}

func twoValues100(_ start: Promise<Int>) {
  start.then { $0 + 1 }.then { "\($0)" }.catch { _ in }
}

func dictionary50() -> Promise<[String: Int]> {
  Promise(["a": 1, "b": 2 + 3 * 4, "c": 1 + 2 + 3])
}

func returnedError50(_ start: Promise<Int>) {
  start.then { _ in Failure.none }.then { _ in print(1) }.catch { print($0) }
}

func work50() {
  Promise<Int>(on: .global()) { 42 }.then { number in fetch(number) }.then { text in print(text) }.catch { _ in }
}
