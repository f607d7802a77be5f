// Calls every declaration of PromiseCore, one per line. Scripts/check-surface compiles it in both language modes.
//
// The files of this folder alone find a declaration that no code can call, or only with a warning: Scripts/check-surface
// compares their names with all public names. Nothing here runs.
import Dispatch
import PromiseCore

func promise() -> Promise<Int> { .value(1) }
func guarantee() -> Guarantee<Int> { .value(1) }
func promises() -> Promise<[Int]> { .value([1]) }
func nothing() -> Promise<Void> { Promise() }
struct Failed: Error, Equatable {}

// MARK: - Creation

func creation(_ queue: DispatchQueue) {
  use(Promise<Int>.value(1), Promise<Int>(error: Failed()), Promise<Void>(), Promise(guarantee()))
  use(Promise<Int> { (resolver: Resolver<Int>) in resolver.fulfill(1) })
  use(Promise<Int>.pending().promise, Promise<Int>.pending().resolver)
  use(Guarantee<Int>.value(1), Guarantee<Void>(), Guarantee<Void>.value, Guarantee<Int> { seal in seal(1) })
  use(Guarantee<Int>.pending().guarantee, Guarantee<Int>.pending().resolve)
  use(firstly { promise() }, firstly { guarantee() })
  use(queue.async(.promise) { 1 }, queue.async(PromiseNamespace.promise) { try promise().wait() })
  use(DispatchQueue.promises)
  withPromiseQueue(queue) { use(promise()) }
  setPromiseQueue(queue)
  setPromiseQueue(nil)
  use(after(seconds: 1), after(.seconds(1)))
}

enum Locals {
  @TaskLocal static var optional: Int?
  @TaskLocal static var defaulted = 1
}

func registering() {
  PromiseTaskLocals.register(Locals.$optional)
  PromiseTaskLocals.register(Locals.$defaulted)
}

func inOtherQueue(_ queue: DispatchQueue) async { await withPromiseQueue(queue) { await Task.yield() } }

func wrapping() {
  use(wrap { (handler: @escaping @Sendable () -> Void) in handler() })
  use(wrap { (handler: @escaping @Sendable (Int) -> Void) in handler(1) })
  use(wrap { (handler: @escaping @Sendable ((any Error)?) -> Void) in handler(nil) })
  use(wrap { (handler: @escaping @Sendable (Int, (any Error)?) -> Void) in handler(1, nil) })
  use(wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in handler(1, nil) })
  use(wrap { (handler: @escaping @Sendable ((any Error)?, Int) -> Void) in handler(nil, 1) })
  use(wrap { (handler: @escaping @Sendable ((any Error)?, Int?) -> Void) in handler(nil, 1) })
  use(wrap { (handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void) in handler(1, "", nil) })
  use(wrap { (handler: @escaping @Sendable (Result<Int, Failed>) -> Void) in handler(.success(1)) })
}

func resolving(_ resolver: Resolver<Int>, _ ofNothing: Resolver<Void>) {
  resolver.fulfill(1)
  ofNothing.fulfill()
  resolver.reject(Failed())
  resolver.resolve(1, nil)
  resolver.resolve(Int?.none, Failed())
  resolver.resolve(nil, Int?.some(1))
  resolver.resolve(Result<Int, any Error>.success(1))
  resolver.resolve(Result<Int, Failed>.success(1))
  ofNothing.resolve(nil)
  resolver.onCancel { print("canceled") }
  resolver.progress.report(1, of: 2, "half")
  resolver.progress.report(Int64(1), of: 2)
  use(resolver.isCancelled, resolver.promise)
}

// MARK: - Operators

func operators(_ queue: DispatchQueue) {
  use(promise().then { promise($0) }, promise().then(on: queue, flags: .barrier) { promise($0) })
  use(promise().map { $0 + 1 }, promise().map(on: queue) { $0 + 1 }, promise().map(\.description))
  use(promise().compactMap { Int?($0) }, promise().compactMap(on: queue) { Int?($0) }, promises().compactMap(\.first))
  use(promise().done { print($0) }, promise().done(on: queue) { print($0) })
  use(promise().get { print($0) }, promise().get(on: queue) { print($0) })
  use(promise().tap { print($0) }, promise().tap(on: queue) { print($0) })
  use(promise().validate { $0 > 0 }, promise().validate(on: queue) { $0 > 0 })
  use(promise().ensure { print("end") }, promise().ensure(on: queue) { print("end") })
  use(promise().ensureThen { Guarantee() }, promise().ensureThen(on: queue) { Guarantee() })
  use(promises().thenMap { promise($0) }, promises().thenMap(on: queue) { promise($0) })
  use(promise().reduce([1]) { promise($0 + $1) }, promise().reduce(on: queue, [1]) { promise($0 + $1) })
  use(
    promise().asVoid(), promise().delay(seconds: 1), promise().delay(.seconds(1)),
    promise().cauterize())
  use(
    promise().timeout(seconds: 1, losers: .spare), promise().timeout(.seconds(1), losers: LoserPolicy.cancel),
    promise().timeout(.seconds(1)))
  promise().pipe { print($0) }
}

func promise(_ number: Int) -> Promise<Int> { .value(number) }

func errors(_ queue: DispatchQueue) {
  use(promise().catch { print($0) }, promise().catch(on: queue, policy: .allErrors) { print($0) })
  use(promise().catch(only: Failed.self) { print($0) }, promise().catch(only: Failed.self, on: queue) { print($0) })
  use(
    promise().recover { _ in promise() }, promise().recover(on: queue, policy: CatchPolicy.default) { _ in promise() })
  use(promise().recover { _ in guarantee() }, promise().recover(on: queue) { _ in guarantee() })
  use(promise().recover(only: Failed.self) { _ in promise() })
  use(promise().recover(only: Failed.self, on: queue, policy: .allErrorsExceptCancellation) { _ in promise() })
}

func guarantees(_ queue: DispatchQueue) {
  use(guarantee().then { _ in guarantee() }, guarantee().then(on: queue) { _ in guarantee() })
  use(guarantee().map { $0 + 1 }, guarantee().map(on: queue) { $0 + 1 }, guarantee().map(\.description))
  use(guarantee().done { print($0) }, guarantee().done(on: queue) { print($0) })
  use(guarantee().get { print($0) }, guarantee().get(on: queue) { print($0) })
  use(guarantee().ensure { print("end") }, guarantee().ensure(on: queue) { print("end") })
  use(guarantee().ensureThen { Guarantee() }, guarantee().ensureThen(on: queue) { Guarantee() })
  use(
    guarantee().asVoid(), guarantee().delay(seconds: 1), guarantee().delay(.seconds(1)),
    guarantee().wait())
  guarantee().pipe { print($0) }
}

func callbacks(_ queue: DispatchQueue) {
  promise().complete { (result: Result<Int, any Error>) in print(result) }
  promise().complete(on: queue) { (result: Result<Int, any Error>) in print(result) }
  promise().complete { (value: Int?, error: (any Error)?) in print(value ?? 0, error ?? Failed()) }
  promise().complete(on: queue) { (value: Int?, error: (any Error)?) in print(value ?? 0, error ?? Failed()) }
  nothing().complete { (error: (any Error)?) in print(error ?? Failed()) }
  nothing().complete(on: queue) { (error: (any Error)?) in print(error ?? Failed()) }
}

// MARK: - Combinators

func combinators(_ queue: DispatchQueue) {
  use(when(fulfilled: promise(), guarantee()), when(fulfilled: [promise()]), when(fulfilled: nothing(), nothing()))
  use(when(fulfilled: [nothing()]), when(fulfilled: ["a": promise()]))
  use(when(fulfilled: [promise()]) { print($0, $1) }, when(fulfilled: ["a": promise()]) { print($0, $1) })
  use(when(resolved: promise(), nothing()), when(resolved: promise(), promise()), when(resolved: [promise()]))
  use(when(resolved: ["a": promise()]))
  use(when(Guarantee(), Guarantee()), when(guarantees: guarantee(), Guarantee()), when(guarantees: [guarantee()]))
  use(when(guarantees: [Guarantee<Void>()]))
  use(when(fulfilled: [promise()].makeIterator(), maxConcurrent: 1))
  use(when(resolved: [promise()].makeIterator(), maxConcurrent: 1))
  use(race(promise(), promise(), losers: .spare), race([promise()]), race(guarantee(), guarantee()))
  use(race(fulfilled: promise(), promise()), race(fulfilled: [promise()]))
  use(retry(attempts: 1, delay: .seconds(1), condition: { _, _ in true }) { promise() })
  use(retry(on: queue, attempts: 1, delay: .milliseconds(1)) { promise() })
  use(until(interval: 1) { Promise.value(true) }, until(on: queue) { Promise.value(true) })
}

func backoff() {
  let all: [Backoff] = [1, 1.5, Backoff { Double($0) }, .seconds(1.5), .constant(DispatchTimeInterval.seconds(1))]
  use(all, Backoff.constant(.seconds(1)), Backoff.exponential(initial: 1, factor: 2, maximum: 9, jitter: 0))
}

// MARK: - Inspection

func inspection(_ any: AnyPromise) throws {
  use(any.isFulfilled, any.isPending, any.isRejected, any.isSettled, any.progress)
  any.cancel()
  use(AnyPromise(promise()) == AnyPromise(guarantee()), any.description, any.debugDescription, any.customMirror)
  var hasher = Hasher()
  any.hash(into: &hasher)
  use(promise().value, promise().error, promise().result, try promise().wait(), promise().isCancelled)
  use(promise().description, promise().debugDescription, guarantee().description, guarantee().debugDescription)
  use(guarantee().result)
}

func inspectionOfAny<T: Thenable>(_ thenable: T) {
  use(thenable.isFulfilled, thenable.isPending, thenable.isRejected, thenable.isSettled, thenable.value as T.Value?)
  use(thenable.promise.map { $0 }, thenable.result, thenable.error, thenable.isCancelled)
}

func progress() {
  let progress = promise().onProgress { print($0) }.onProgress(on: .main) { print($0) }.progress
  progress.weight = 2
  let snapshot: ProgressSnapshot = progress.snapshot
  use(snapshot.completedUnitCount, snapshot.totalUnitCount, snapshot.fractionCompleted, snapshot.description)
}

func report(_ reporter: ProgressReporter, _ progress: PromiseProgress) { reporter.report(1, of: 1) }

struct Canceled: CancellableError { var isCancelled: Bool { true } }

func errorsThatThereAre(_ error: PromiseError) -> String {
  switch error {
  case .abandoned(let file, let line): "\(file)\(line)"
  case .compactMap(let value, let type): "\(value)\(type)"
  case .noWinner(let errors): errors.description + "\(errors.startIndex)\(errors.endIndex)\(errors[0])"
  case .badInput, .cancelled, .emptySequence, .invalidCallingConvention, .queueIsFull: error.description
  case .returnedSelf, .timedOut, .validationFailed: error.debugDescription
  }
}

func raceErrors(_ error: any Error) {
  use(RaceErrors([error]), [error] as RaceErrors, PromiseError.badInput == .cancelled, error.isCancelled)
  use(PromiseError.badInput.errorDescription)
}

func diagnostics() {
  let old = PromiseDiagnostics.handler
  PromiseDiagnostics.handler = { (event: PromiseDiagnostics.Event) in
    switch event {
    case .abandonedGuarantee(let file, let line), .abandonedPromise(let file, let line): print(file, line)
    case .cauterized(let error, let file, let line): print(error, file, line)
    case .unhandledRejection(let error, _, _): print(error)
    case .contradictoryOutcome(let first, let second, let file, let line): print(first, second, file, line)
    case .stillPending(let reason, let file, let line): print(reason, file, line)
    case .waitOnMainThread: print(event.description)
    case .mainQueueDoesNotRun(let file, let line): print(file, line)
    case .waitBlocksHandler(let handler, let call, let queue, let file, let line):
      print(handler, call, queue, file, line)
    }
    old(event)
  }
}

// MARK: - Helpers

func use<each T>(_ value: repeat each T) {}
