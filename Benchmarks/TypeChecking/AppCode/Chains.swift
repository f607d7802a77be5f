// Typical chains of apps, without annotations. The same file is checked with this library and with PromiseKit.
import Dispatch

#if PROMISEKIT
  import PromiseKitSignatures
#else
  import PromiseConcurrency
#endif

// MARK: Nonisolated functions

func threeSteps() { login("a").then { fetchOrders(of: $0.id) }.done { log("\($0.count)") }.catch { show($0) } }

func fourSteps() -> Promise<String> {
  fetchUser(1).map { $0.avatar ?? 0 }.then { fetchPicture($0) }.map { "\($0.width) x \($0.height)" }.get { log($0) }
}

func fiveSteps() {
  firstly {
    login("b")
  }.then { user in
    fetchOrders(of: user.id)
  }.map { orders in
    orders.map(\.total).reduce(0, +)
  }.done { total in
    log("total: \(total)")
  }.catch { error in
    show(error)
  }
}

func sixStepsOfSeveralStatements() {
  login("c").then { user in
    log(user.name)
    return fetchOrders(of: user.id)
  }.map { orders in
    let lines = orders.flatMap(\.lines)
    let sum = lines.map { price(of: $0) }.reduce(0, +)
    return sum
  }.get { sum in
    log("sum")
    log("\(sum)")
  }.map { sum in
    let rounded = sum.rounded()
    return "\(rounded)"
  }.done { text in
    log(text)
    log("done")
  }.catch { error in
    log("failed")
    show(error)
  }
}

func eightSteps() {
  login("d").then { fetchUser($0.id) }.get { log($0.name) }.map { $0.friends }.map { $0.count }.then { fetchUser($0) }
    .then { store($0) }.done { log("stored") }.catch { show($0) }
}

func tenSteps() {
  firstly { login("e") }.get { log($0.name) }.then { fetchUser($0.id) }.compactMap { $0.avatar }.then {
    fetchPicture($0)
  }
  .tap { log("\($0)") }.map { $0.bytes }.map { $0.count }.recover { _ in cached(0) }.done { log("\($0)") }
}

func tenStepsOverPages() {
  fetchText("index").then { text in
    fetchText(text + "/1")
  }.then { text in
    fetchText(text + "/2")
  }.map { text in
    text.split(separator: "/")
  }.map { parts in
    parts.compactMap { Int($0) }
  }.get { numbers in
    log("\(numbers.count) numbers")
  }.then { numbers in
    fetchUser(numbers.first ?? 0)
  }.ensure {
    log("came to an end")
  }.tap { result in
    log("\(result)")
  }.done { user in
    log(user.name)
  }.catch { error in
    show(error)
  }
}

func recoverFromOneError() -> Promise<User> {
  fetchUser(1).recover { error in
    guard case AppError.notFound = error else { throw error }
    return login("new")
  }.get { user in
    log(user.name)
  }.then { user in
    store(user).map { user }
  }
}

func recoverForSure() -> Guarantee<Int> {
  fetchUser(1).map { $0.id }.recover { _ in cached(1) }.map { $0 * 2 }.get { log("\($0)") }
}

func spinner() {
  firstly {
    log("spinner on")
    return fetchPicture(1)
  }.map { picture in
    picture.bytes.count
  }.ensure {
    log("spinner off")
  }.done { size in
    log("\(size)")
  }.ensure {
    log("end")
  }.catch { error in
    show(error)
  }
}

func onQueues(_ queue: DispatchQueue) {
  fetchText("a").map(on: queue) { $0.count }.then(on: queue) { fetchPicture($0) }.compactMap(on: queue) {
    $0.bytes.first
  }
  .get(on: queue) { log("\($0)") }.done(on: .main) { log("\($0)") }.catch(on: .main) { show($0) }
}

func onAnotherQueueAndBack(_ background: DispatchQueue) {
  fetchPicture(1).map(on: background) { picture in
    picture.bytes.map { Int($0) }.reduce(0, +) / max(picture.width * picture.height, 1)
  }.map { mean in
    mean > 127 ? "bright" : "dark"
  }.done { text in
    log(text)
  }.catch { show($0) }
}

func twoAtOnce() {
  when(fulfilled: fetchUser(1), fetchPicture(2)).done { user, picture in
    log("\(user.name): \(picture.width)")
  }.catch { error in
    show(error)
  }
}

func threeAtOnceThenMore() {
  when(fulfilled: fetchUser(1), fetchPicture(2), fetchOrders(of: 3)).then { user, picture, orders in
    fetchText("\(user.name) \(picture.width) \(orders.count)")
  }.map { text in
    text.uppercased()
  }.done { text in
    log(text)
  }.catch { error in
    show(error)
  }
}

func allFriends() -> Promise<[String]> {
  fetchUser(1).then { user in
    when(fulfilled: user.friends.map { fetchUser($0) })
  }.map { friends in
    friends.map(\.name).sorted()
  }.get { names in
    log(names.joined(separator: ", "))
  }
}

func everyResult() {
  when(resolved: [fetchUser(1), fetchUser(2)]).map { results in
    results.compactMap { try? $0.get() }.count
  }.done { count in
    log("\(count) came")
  }
}

func nested() {
  login("f").then { user in
    fetchOrders(of: user.id).map { orders in (user, orders) }
  }.then { user, orders in
    fetchText("\(user.name)/\(orders.count)").map { (user, $0) }
  }.done { user, text in
    log(user.name + text)
  }.catch { show($0) }
}

func firstOfTwo() {
  race(fetchUser(1), fetchUser(2)).map { $0.name }.then { fetchText($0) }.done { log($0) }.catch { show($0) }
}

func afterAWhile() {
  after(seconds: 1).then { fetchUser(1) }.then { store($0) }.done { log("later") }.catch { show($0) }
}

// MARK: Collections

func ordersOfAll() -> Promise<Int> {
  fetchOrders(of: 1).map { $0.map(\.user) }.thenMap { fetchUser($0) }
    .map { $0.map(\.friends.count).reduce(0, +) }
}

func expensiveOrders() {
  fetchOrders(of: 1).map { $0.filter { $0.total > 100 } }.thenMap { send($0) }.map { $0.max() ?? 0 }.done {
    log("\($0)")
  }
  .catch { show($0) }
}

func avatars() -> Promise<[Int]> {
  fetchOrders(of: 1).thenMap { fetchUser($0.user) }.map { $0.compactMap(\.avatar).sorted() }
}

func articles() -> Promise<String> {
  fetchOrders(of: 1).map { $0.flatMap(\.lines) }.map { $0.filter { $0.count > 0 } }.compactMap { $0.first?.article }
}

func keyPaths() {
  fetchUser(1).map(\.name).map(\.count).then { fetchPicture($0) }.map(\.width).done { log("\($0)") }.catch { show($0) }
}

// MARK: Guarantees and arithmetic

func guarantees() -> Guarantee<String> {
  cached(1).then { cached($0 + 1) }.map { $0 * 2 }.get { log("\($0)") }.then { cached($0) }.map { "\($0)" }
}

func question() {
  ask("really?").then { yes in yes ? send(Order(id: 1, user: 1, total: 1, lines: [])) : .value(0) }
    .map { $0 + 1 }.done { log("\($0)") }.catch { show($0) }
}

func arithmetic() -> Promise<Double> {
  fetchOrders(of: 1).map { $0.map(\.total).reduce(0, +) }.map { $0 * 1.19 }.map { $0 * 100 }.map { $0.rounded() / 100 }
}

func dictionaries() -> Promise<[String: Int]> {
  fetchOrders(of: 1).map { $0.flatMap { $0.lines } }.map { lines in
    Dictionary(grouping: lines) { $0.article }
  }.map { groups in
    groups.mapValues { $0.map(\.count).reduce(0, +) }
  }
}
