// Typical chains, without annotations. `Scripts/check-type-checking` measures the type-checking time of each function. The
// number at the end of a name is its limit in milliseconds.
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name: String, avatar: Int? }

func number(_ i: Int) -> Promise<Int> { .value(i) }
func text(_ i: Int) -> Promise<String> { .value("\(i)") }
func sure(_ i: Int) -> Guarantee<Int> { .value(i) }
func user(_ i: Int) -> Promise<User> { .value(User(name: "", avatar: i)) }
func users() -> Promise<[User]> { .value([]) }
func download(_ i: Int) async throws -> Int { i }
func compute(_ i: Int) -> Int { i }

// The time of the first chain in a file includes loading the modules' declarations.
func first200() { number(1).then { number($0) }.map { $0 + 1 }.done { print($0) }.catch { print($0) } }

func sevenSteps30() {
  number(1).then { number($0) }.map { $0 + 1 }.then { text($0) }.map { $0.count }.then { number($0) }.done { print($0) }
    .catch { print($0) }
}

func eightPromises10() -> Promise<Int> {
  number(1).then { number($0) }.then { number($0) }.then { number($0) }.then { number($0) }.then { number($0) }
    .then { number($0) }.then { number($0) }.then { number($0) }
}

func tenMixed200() {
  number(1).then { x in
    let y = x + 1
    return number(y)
  }.map { x in
    let y = x * 2
    return "\(y)"
  }.get { t in
    print(t)
    print(t.count)
  }.then { t -> Promise<Int> in
    if t.isEmpty { return number(0) }
    return number(t.count)
  }.map { x in
    var y = x
    y += 1
    return y
  }.recover { e in
    print(e)
    return number(4)
  }.then { x in
    print(x)
    return text(x)
  }.ensure {
    print("a")
    print("b")
  }.done { t in
    print(t)
    print(t.count)
  }.catch { e in
    print(e)
    print("x")
  }.ensure {
    print("end")
  }
}

func withAnAsyncStep100() {
  number(1).then { number($0) }.map { try await download($0) }.then { text($0) }.done { print($0) }.catch { print($0) }
}

func onQueues100(_ queue: DispatchQueue) {
  number(1).then(on: queue) { number($0) }.map(on: queue) { $0 + 1 }.compactMap(on: queue) { Int("\($0)") }
    .get(on: nil) { print($0) }.done(on: queue) { print($0) }.catch(on: queue) { print($0) }
}

func collections100() {
  users().map { $0.map(\.name).filter { !$0.isEmpty } }.map { $0.count }.then { number($0) }.done { print($0) }
    .cauterize()
  users().thenMap { user($0.avatar ?? 0) }.map { $0.compactMap(\.avatar).sorted() }.compactMap(\.first)
    .done { print($0) }.cauterize()
}

func keyPaths100() {
  user(1).map(\.name).map(\.count).then { number($0) }.done { print($0) }.cauterize()
  user(1).compactMap(\.avatar).done { print($0) }.cauterize()
}

func guarantees100() -> Guarantee<Int> {
  sure(1).then { sure($0) }.map { $0 + 1 }.get { print($0) }.then { sure($0) }.ensure { print("end") }
}

func fromGuaranteeToPromise100() {
  sure(1).then { sure($0) }.map { $0 + 1 }.then { number($0) }.done { print($0) }.catch { print($0) }
}

func combinators200() {
  when(fulfilled: number(1), text(2), user(3)).then { n, t, u in number(n + t.count + u.name.count) }.done { print($0) }
    .catch { print($0) }
  when(resolved: [number(1), number(2)]).done { print($0.count) }
  race(number(1), number(2)).timeout(seconds: 1).map { $0 + 1 }.recover { _ in number(3) }.done { print($0) }
    .cauterize()
}

func firstlyAndRetry100() {
  firstly { number(1) }.then { text($0) }.done { print($0) }.catch { print($0) }
  retry(attempts: 3) { number(1) }.validate { $0 > 0 }.reduce([1, 2, 3]) { number($0 + $1) }.done { print($0) }
    .cauterize()
}

func making200() {
  let a = Promise.value(42)
  let c = Promise { try await download(1) }
  let e = Promise<Int> { resolver in resolver.fulfill(1) }
  when(fulfilled: a, c, e).done { print($0, $1, $2) }.catch { print($0) }
}

func recoverForms100() {
  number(1).recover { _ in number(2) }.recover { _ in sure(4) }.done { print($0) }
  number(1).recover { _ in .value(3) }.done { print($0) }
}

func eightMaps50() {
  number(1).map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    .map { $0 + 1 }.cauterize()
}

func threeValuesAfterEachOther50() -> Promise<Int> {
  number(1).then { number($0 + 1) }.then { number($0 + 1) }.then { number($0 + 1) }.map { $0 * 2 + 1 }
}

func fourAsyncSteps50() -> Promise<Int> {
  user(1).validate { user in try await download(user.name.count) > 0 }.map { user in try await download(user.name.count)
  }
  .compactMap { number in try await download(number) }.map { number in try await download(number) }
}

func sixAsyncMaps30() -> Promise<Int> {
  number(1).map { x in try await download(x) }.map { x in try await download(x) }.map { x in try await download(x) }
    .map { x in try await download(x) }.map { x in try await download(x) }.map { x in try await download(x) }
}

func eightMapsThatCall30() -> Promise<Int> {
  number(1).map { x in compute(x) }.map { x in compute(x) }.map { x in compute(x) }.map { x in compute(x) }
    .map { x in compute(x) }.map { x in compute(x) }.map { x in compute(x) }.map { x in compute(x) }
}

// `map` has an overload that takes a key path. If the compiler tried it for closures, the solutions of this chain would
// multiply.
func tapAndRecover50() {
  firstly { user(1) }.get { print($0.name) }.then { user($0.name.count) }.compactMap { $0.avatar }.then { user($0) }
    .tap { print("\($0)") }.map { $0.name }.map { $0.count }.recover { _ in sure(0) }.done { print("\($0)") }
}

func taskHead50() {
  Promise { try await download(1) }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.done { print($0) }.cauterize()
}

// Without parameter types, five steps take 0.8 s, and six exceed the type checker's limit. See Migration.md.
func sixAsyncSteps50() -> Promise<Int> {
  number(1).map { (n: Int) in try await download(n + 1) }.map { (n: Int) in try await download(n * 2) }
    .map { (n: Int) in try await download(n - 1) }.map { (n: Int) in try await download(n + 3) }
    .map { (n: Int) in try await download(n * 4) }.map { (n: Int) in try await download(n - 2) }
}
