// Calls every declaration that @_spi(PromiseKit) adds, one per line. Scripts/check-surface compiles it in Swift 5 mode.
import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary

func promise() -> Promise<Int> { .value(1) }
func guarantee() -> Guarantee<Int> { .value(1) }
func promises() -> Promise<[Int]> { .value([1]) }
func guarantees() -> Guarantee<[Int]> { .value([1]) }
struct Failed: Error, Equatable {}

func names(_ finalizer: PMKFinalizer<Int>, _ namespacer: PMKNamespacer, _ resolver: Resolver<Void>) {
  let error: any Error = PMKError.cancelled
  if case PMKError.cancelled = error {}
  resolver.fulfill_()
  let result = Result<Int, any Error>.fulfilled(1)
  use(result.isFulfilled, result.isRejected, Result<Int, any Error>.rejected(error))
  use(promise().isResolved, guarantee().isResolved, Promise<Void>.value, Promise<Int>.pending())
  let (promise, seal) = Promise<Int>.pending()
  use(promise, seal)
}

func namesOfTypes<C: CatchMixin>(_ promise: C, _ value: C.T) { use(promise.value) }

func configuration(_ queue: DispatchQueue) {
  conf.Q = (map: queue, return: queue)
  conf.catchPolicy = .allErrors
  conf.logHandler = { (event: LogEvent) in
    switch event {
    case .cauterized(let error): print(error)
    case .pendingGuaranteeDeallocated, .pendingPromiseDeallocated, .waitOnMainThread: break
    }
  }
  let settings: PMKConfiguration = conf
  use(settings.Q, settings.catchPolicy, PMKErrorDomain)
}

func onQueues(_ queue: DispatchQueue) {
  use(
    promise().then(on: queue) { _ in promise() }, promise().map(on: queue) { $0 },
    promise().done(on: queue) { print($0) })
  use(promise().get(on: queue) { print($0) }, promise().tap(on: queue) { print($0) })
  use(promise().compactMap(on: queue) { Int?($0) }, promise().validate(on: queue) { $0 > 0 })
  use(promise().ensure(on: queue) {}, promise().ensureThen(on: queue) { Guarantee() })
  use(promise().catch(on: queue) { print($0) }, promise().catch(only: Failed.self, on: queue) { print($0) })
  use(promise().recover(on: queue) { _ in promise() }, promise().recover(on: queue) { _ in guarantee() })
  use(promise().recover(only: Failed.self, on: queue) { _ in promise() })
  use(promises().thenMap(on: queue) { Promise.value($0) }, promise().reduce(on: queue, [1]) { Promise.value($0 + $1) })
  use(
    guarantee().then { _ in .value(1) }, guarantee().then(on: queue) { _ in guarantee() },
    guarantee().map(on: queue) { $0 })
  use(guarantee().done(on: queue) { print($0) }, guarantee().get(on: queue) { print($0) })
  use(guarantee().ensure(on: queue) {}, guarantee().ensureThen(on: queue) { Guarantee() })
}

func errors(_ queue: DispatchQueue, _ nothing: Promise<Void>) {
  use(nothing.recover { print($0) }, nothing.recover(on: queue) { print($0) })
  use(nothing.recover { throw $0 }, nothing.recover(on: queue, policy: .allErrors) { throw $0 })
  use(promise().catch(only: Failed()) { print($0) }, promise().catch(only: Failed(), on: queue) { print($0) })
  use(
    promise().recover(only: Failed()) { _ in promise() },
    promise().recover(only: Failed(), on: queue) { _ in promise() })
  use(promise().catch { print($0) }.finally {}, promise().catch { print($0) }.finally(on: queue) {})
  use(guarantee().finally {}, guarantee().finally(on: queue) {})
  use(guarantee().tap { print($0) }, guarantee().tap(on: queue) { print($0) })
}

func collections(_ queue: DispatchQueue) {
  use(promises().mapValues { $0 }, promises().mapValues(on: queue) { $0 }, promises().mapValues(\.description))
  use(promises().flatMapValues { [$0] }, promises().flatMapValues(on: queue) { [$0] })
  use(promises().compactMapValues { Int?($0) }, promises().compactMapValues(on: queue) { Int?($0) })
  use(promises().filterValues { $0 > 0 }, promises().filterValues(on: queue) { $0 > 0 })
  use(promises().thenFlatMap { Promise.value([$0]) }, promises().thenFlatMap(on: queue) { Promise.value([$0]) })
  use(promises().sortedValues(), promises().sortedValues { $0 > $1 }, promises().firstValue, promises().lastValue)
  use(promises().firstValue { $0 > 0 }, promises().firstValue(on: queue) { $0 > 0 })
  use(guarantees().mapValues { $0 }, guarantees().mapValues(on: queue) { $0 }, guarantees().mapValues(\.description))
  use(guarantees().flatMapValues { [$0] }, guarantees().flatMapValues(on: queue) { [$0] })
  use(guarantees().compactMapValues { Int?($0) }, guarantees().compactMapValues(on: queue) { Int?($0) })
  use(guarantees().filterValues { $0 > 0 }, guarantees().filterValues(on: queue) { $0 > 0 })
  use(guarantees().thenMap { Guarantee.value($0) }, guarantees().thenMap(on: queue) { Guarantee.value($0) })
  use(
    guarantees().thenFlatMap { Guarantee.value([$0]) }, guarantees().sortedValues(),
    guarantees().sortedValues { $0 > $1 })
}

func functions(_ any: [any Thenable]) {
  use(when(guarantee(), guarantee()), when(fulfilled: any), race(promise(), promise()), race([promise()]))
  use(race(fulfilled: promise(), promise()), race(fulfilled: [promise()]), race(guarantee(), guarantee()))
}

func async() async throws { use(try await promise().async(), await guarantee().async()) }

func use<each T>(_ value: repeat each T) {}
