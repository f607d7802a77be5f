// Forms: derived

import Dispatch
import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators of a promise whose handlers receive its value.
  static let promises = inherited + onQueue + byKeyPath

  private static let inherited = [
    DerivedForm("done") { $0.done { _ in } },
    DerivedForm("map") { $0.map { $0.count } },
    DerivedForm("then") { $0.then { Promise.value($0) } },
    DerivedForm("get") { $0.get { _ in } },
    DerivedForm("compactMap") { $0.compactMap { $0.first } },
    DerivedForm("tap") { $0.tap { _ in } },
    DerivedForm("validate") { $0.validate { !$0.isEmpty } },
    DerivedForm("thenMap") { $0.thenMap { Promise.value($0) } },
    DerivedForm("thenMap to values") { $0.thenMap { $0 + 1 } },
    DerivedForm("reduce to a value") { $0.reduce([1, 2]) { sum, item in sum + [item] } },
    DerivedForm("reduce") { $0.reduce([1, 2]) { sum, item in Promise.value(sum + [item]) } },
    DerivedForm("ensure") { $0.ensure {} },
    DerivedForm("ensureThen") { $0.ensureThen { Guarantee() } },
    DerivedForm("asVoid") { $0.asVoid() },
    DerivedForm("Promise(thenable)") { Promise($0) }.inContextOfCaller,
  ]

  private static let onQueue = [
    DerivedForm("done(on:)") { $0.done(on: nil) { _ in } },
    DerivedForm("map(on:)") { $0.map(on: nil) { $0.count } },
    DerivedForm("then(on:)") { $0.then(on: nil) { Promise.value($0) } },
    DerivedForm("get(on:)") { $0.get(on: nil) { _ in } },
    DerivedForm("compactMap(on:)") { $0.compactMap(on: nil) { $0.first } },
    DerivedForm("tap(on:)") { $0.tap(on: nil) { _ in } },
    DerivedForm("validate(on:)") { $0.validate(on: nil) { !$0.isEmpty } },
    DerivedForm("thenMap(on:)") { $0.thenMap(on: nil) { Promise.value($0) } },
    DerivedForm("thenMap(on:) to values") { $0.thenMap(on: nil) { $0 + 1 } },
    DerivedForm("reduce(on:) to a value") { $0.reduce(on: nil, [1, 2]) { sum, item in sum + [item] } },
    DerivedForm("reduce(on:)") { $0.reduce(on: nil, [1, 2]) { sum, item in Promise.value(sum + [item]) } },
    DerivedForm("ensure(on:)") { $0.ensure(on: nil) {} },
    DerivedForm("ensureThen(on:)") { $0.ensureThen(on: nil) { Guarantee() } },
  ]

  private static let byKeyPath = [
    DerivedForm("map(keyPath)") { $0.map(\.count) },
    DerivedForm("compactMap(keyPath)") { $0.compactMap(\.first) },
  ]
}
