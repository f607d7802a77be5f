// Calls every declaration that @_spi(GooglePromises) adds, one per line. Scripts/check-surface compiles it in Swift 5 mode.
import Dispatch
@_spi(GooglePromises) import GooglePromisesVocabulary

func promise() -> Promise<Int> { Promise(1) }
func text() -> Promise<String> { Promise("") }
func guarantee() -> Guarantee<Int> { .value(1) }
struct Failed: Error {}

func matching(_ error: any Error) {
  if PromiseError.validationFailure ~= error {}
}

func creation(_ queue: DispatchQueue) {
  use(Promise(1), Promise<Int>(Failed()), Promise<Int>(promise()), Promise<Int>(guarantee()))
  use(Promise { 1 })
  use(Promise(on: queue) { 1 })
  use(Promise<Int> { throw Failed() }, Promise<Int>(on: queue) { throw Failed() })
  use(Promise<Int> { promise() }, Promise<Int>(on: queue) { promise() })
  use(Promise<Int> { fulfill, reject in fulfill(1) }, Promise<Int>(on: queue) { fulfill, reject in reject(Failed()) })
  let pending = Promise<Int>.pending()
  pending.fulfill(1)
  pending.reject(Failed())
}

func operators(_ queue: DispatchQueue) {
  use(promise().then { _ in promise() }, promise().then { $0 + 1 }, promise().then { print($0) })
  use(
    promise().then(on: queue) { _ in promise() }, promise().then(on: queue) { $0 + 1 },
    promise().then(on: queue) { print($0) })
  use(guarantee().then { $0 + 1 }, guarantee().then(on: queue) { $0 + 1 }, guarantee().then { print($0) })
  use(guarantee().then(on: queue) { print($0) }, guarantee().always {}, guarantee().always(on: queue) {})
  use(promise().always {}, promise().always(on: queue) {}, promise().catch(on: queue) { print($0) })
  use(promise().recover { _ in 1 }, promise().recover(on: queue) { _ in 1 }, promise().validate(on: queue) { $0 > 0 })
  use(promise().timeout(1), promise().timeout(on: queue, 1), promise().delay(on: queue, 1))
  use(promise().reduce(1, 2) { Promise($0 + $1) }, promise().reduce(on: queue, 1, 2) { Promise($0 + $1) })
  use(promise().reduce(on: queue, [1]) { Promise($0 + $1) })
}

func functions(_ queue: DispatchQueue) throws {
  use(all([promise()]), all(promise(), promise()), all(on: queue, [promise()]), all(on: queue, promise(), text()))
  use(
    all(promise(), text()), all(promise(), text(), promise()),
    all(promise(), text(), promise(), promise()))
  use(any([promise()]), any(promise(), promise()), any(on: queue, [promise()]), any(on: queue, promise(), text()))
  use(any(promise(), text()), any(promise(), text(), promise()))
  use(race(promise(), promise()), race([promise()]), race(on: queue, promise()), race(on: queue, [promise()]))
  use(retry { promise() }, retry(on: queue, attempts: 1, delay: 1.0, condition: { _, _ in true }) { promise() })
  use(retry(attempts: 1, delay: 1.0) { promise() }, try awaitPromise(promise()), PromiseError.validationFailure)
}

func wrapping(_ queue: DispatchQueue) {
  use(
    wrap { (handler: @escaping (Int?) -> Void) in handler(1) },
    wrap { (handler: @escaping (Int) -> Void) in handler(1) })
  use(wrap { (handler: @escaping (Int?, Error?) -> Void) in handler(1, nil) })
  use(wrap { (handler: @escaping (Error?, Int?) -> Void) in handler(nil, 1) })
  use(wrap(on: queue) { (handler: @escaping () -> Void) in handler() })
  use(wrap(on: queue) { (handler: @escaping (Int) -> Void) in handler(1) })
  use(wrap(on: queue) { (handler: @escaping (Error?) -> Void) in handler(nil) })
  use(wrap(on: queue) { (handler: @escaping (Int, Error?) -> Void) in handler(1, nil) })
  use(wrap(on: queue) { (handler: @escaping (Int?, Error?) -> Void) in handler(1, nil) })
  use(wrap(on: queue) { (handler: @escaping (Error?, Int) -> Void) in handler(nil, 1) })
  use(wrap(on: queue) { (handler: @escaping (Error?, Int?) -> Void) in handler(nil, 1) })
  use(wrap(on: queue) { (handler: @escaping (Int?, String?, Error?) -> Void) in handler(1, "", nil) })
}

func maybe(_ result: Result<Int, Error>, _ nothing: Promise<Int?>) {
  let all: [Maybe<Int>] = [Maybe(1), Maybe(Failed()), Maybe(result), .value(1), .error(Failed())]
  use(all[0].value, all[0].error, all[0].result, all[0] == all[0], nothing.value)
}

func optionals<V: OptionalValue>(_ value: V) where V.Wrapped == Int { use(value.optional) }

func use<each T>(_ value: repeat each T) {}
