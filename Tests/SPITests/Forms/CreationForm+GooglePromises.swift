// Forms: created

import Dispatch
@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

extension CreationForm {
  /// The ways of the old vocabularies to create a promise.
  @available(*, deprecated)
  static var ofOldVocabularies: [CreationForm] { values + works + wrapping + wrappingOnQueue }

  @available(*, deprecated)
  private static var values: [CreationForm] {
    [
      CreationForm("Promise(value)") { Promise<Int>(1) },
      CreationForm("Promise(value that is not Equatable)") { Promise<Plain>(Plain()) },
      CreationForm("Promise(optional value)") { Promise<Int?>(1) },
      CreationForm("Promise(error)") { Promise<Int>(TestError.one) },
      CreationForm("Promise(promise)") { Promise<Int>(Promise.value(1)) },
      CreationForm("Promise(guarantee)") { Promise<Int>(Guarantee.value(1)) },
      CreationForm("Promise()") { Promise<Int>() },
      CreationForm("Promise.pending()") { Promise<Int>.pending() as Promise<Int> },
      CreationForm("any") { any([Promise.value(1), Promise.value(2)]) },
      CreationForm("all") { all([Promise.value(1), Promise.value(2)]) },
      CreationForm("race") { race([Promise.value(1), Promise.value(2)]) },
    ]
  }

  @available(*, deprecated)
  private static var works: [CreationForm] {
    [
      CreationForm("Promise(work) with a value") { Promise<Int> { () -> Int in 1 } },
      CreationForm("Promise(on:work) with a value") { Promise<Int>(on: nil) { () -> Int in 1 } },
      CreationForm("Promise(on:work) with a promise") {
        Promise<Int>(on: nil) { () -> Promise<Int> in Promise.value(1) }
      },
      CreationForm("Promise(function) with a value") { Promise<Int>({ () -> Int in 1 }) },
      CreationForm("Promise(function) that throws", hasSite: false) { Promise<Int>({ throw TestError.one }) },
      CreationForm("Promise(function) that calls back") { Promise<Int>({ fulfill, _ in fulfill(1) }) },
      CreationForm("Promise(work) that throws", hasSite: false) { Promise<Int> { throw TestError.one } },
      CreationForm("Promise(on:work) that throws", hasSite: false) { Promise<Int>(on: nil) { throw TestError.one } },
      CreationForm("Promise(work) that calls back") { Promise<Int> { fulfill, _ in fulfill(1) } },
      CreationForm("Promise(on:work) that calls back") { Promise<Int>(on: nil) { fulfill, _ in fulfill(1) } },
    ]
  }

  @available(*, deprecated)
  private static var wrapping: [CreationForm] {
    [
      CreationForm("wrap of an optional value and an error", hasSite: false) {
        wrap { (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in done(1, nil) } as Promise<Int?>
      },
      CreationForm("wrap of an error and an optional value", hasSite: false) {
        wrap { (done: @escaping @Sendable ((any Error)?, Int?) -> Void) in done(nil, 1) } as Promise<Int?>
      },
      CreationForm("wrap with a creation site") {
        wrap({ (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in done(1, nil) }, file: #fileID, line: #line)
          as Promise<Int?>
      },
      CreationForm("wrap, error first, with a creation site") {
        wrap({ (done: @escaping @Sendable ((any Error)?, Int?) -> Void) in done(nil, 1) }, file: #fileID, line: #line)
          as Promise<Int?>
      },
      CreationForm("wrap of an optional error", hasSite: false) {
        wrap { (done: @escaping @Sendable ((any Error)?) -> Void) in done(nil) } as Promise<(any Error)?>
      },
      CreationForm("wrap of a value and an error", hasSite: false) {
        wrap { (done: @escaping @Sendable (Int, (any Error)?) -> Void) in done(1, nil) }
      },
      CreationForm("wrap of an error and a value", hasSite: false) {
        wrap { (done: @escaping @Sendable ((any Error)?, Int) -> Void) in done(nil, 1) }
      },
    ]
  }

  @available(*, deprecated)
  private static var wrappingOnQueue: [CreationForm] {
    [
      CreationForm("wrap(on:) of nothing", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable () -> Void) in done() }
      },
      CreationForm("wrap(on:) of a value", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable (Int) -> Void) in done(1) }
      },
      CreationForm("wrap(on:) of an error", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable ((any Error)?) -> Void) in done(nil) }
      },
      CreationForm("wrap(on:) of an optional value and an error", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in done(1, nil) }
          as Promise<Int?>
      },
      CreationForm("wrap(on:) of an error and an optional value", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable ((any Error)?, Int?) -> Void) in done(nil, 1) }
          as Promise<Int?>
      },
      CreationForm("wrap(on:) of a value and an error", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable (Int, (any Error)?) -> Void) in done(1, nil) }
      },
      CreationForm("wrap(on:) of an error and a value", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable ((any Error)?, Int) -> Void) in done(nil, 1) }
      },
      CreationForm("wrap(on:) of two values and an error", hasSite: false) {
        wrap(on: .global()) { (done: @escaping @Sendable (Int?, Bool?, (any Error)?) -> Void) in done(1, true, nil) }
      },
    ]
  }
}

/// A value that is not `Equatable`.
private struct Plain: Sendable {}
