import PromiseConcurrency

/// Operators that deal with errors.
final class Errors: Source, @unchecked Sendable {
  func recovered(_ id: Int) -> Promise<User> {
    load(id).recover { _ in Promise.value(User(id: 9, name: "default")) }
  }

  func recoveredWithError(_ id: Int) -> Promise<String> {
    load(id).map(\.name).recover { error -> Promise<String> in
      guard case ShopError.missing = error else { throw error }
      return self.load(id + 1).map(\.name)
    }
  }

  func rethrown(_ id: Int) -> Promise<String> {
    load(id).map(\.name).recover { error -> Promise<String> in
      self.log.add("rethrow")
      return Promise(error: ShopError.invalid("\(error)"))
    }
  }

  func recoveredInTheMiddle(_ id: Int) -> Promise<Int> {
    load(id).recover { _ -> Promise<User> in self.load(5) }.map { (user: User) in user.id * 10 }
  }

  func recoveredOnly(_ id: Int) -> Promise<User> {
    load(id).recover(only: ShopError.self) { error -> Promise<User> in
      self.log.add("\(error)")
      return .value(User(id: 1, name: "only"))
    }
  }

  func recoveredAll(_ id: Int) -> Promise<User> {
    load(id).recover(policy: .allErrors) { _ -> Promise<User> in .value(User(id: 2, name: "all")) }
  }

  func logged(_ id: Int) -> Promise<User> {
    load(id).get { self.log.add("got \($0.id)") }.catch { self.log.add("failed: \($0)") }
  }

  func loggedAll(_ id: Int) -> Promise<User> {
    load(id).catch(policy: .allErrors) { error in self.log.add("failed: \(error)") }
  }

  func cleaned(_ id: Int) -> Promise<String> {
    load(id).map(\.name).ensure { self.log.add("clean") }
  }

  func cleanedTwice(_ id: Int) -> Promise<String> {
    log.add("open")
    return load(id)
      .then { self.text($0) }
      .ensure {
        self.log.add("close 1")
        self.log.add("close 2")
      }
      .get { self.log.add("after: \($0)") }
  }

  func cleanedAndRecovered(_ id: Int) -> Promise<String> {
    load(id).map(\.name).ensure { self.log.add("clean") }.recover { _ in Promise.value("none") }
  }

  func recoveredAndCleaned(_ id: Int) -> Promise<String> {
    load(id).map(\.name).recover { _ -> Promise<String> in
      self.log.add("recover")
      return .value("none")
    }.ensure { self.log.add("clean") }
  }

  func tapped(_ id: Int) -> Promise<User> {
    load(id).tap { result in self.log.add("tap \(result)") }
  }

  func tappedLater(_ id: Int) -> Promise<String> {
    load(id).map(\.name).tap { self.log.add("tap \($0)") }
  }

  func saved(_ id: Int) -> Promise<Void> {
    load(id).then { self.store($0) }.ensure { self.log.add("saved") }.catch { self.log.add("\($0)") }
  }

  func thrown(_ id: Int) -> Promise<Int> {
    load(id).map { user -> Int in
      if user.id == 2 { throw ShopError.invalid("two") }
      return user.id
    }
  }

  func always(_ id: Int) -> Promise<Int> {
    load(id).then { _ -> Promise<Int> in throw ShopError.invalid("always") }
  }
}

let errorPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "errors",
    {
      let errors = Errors()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("recovered", errors.recovered(id)))
        lines.append(await outcome("recoveredWithError", errors.recoveredWithError(id)))
        lines.append(await outcome("rethrown", errors.rethrown(id)))
        lines.append(await outcome("recoveredInTheMiddle", errors.recoveredInTheMiddle(id)))
        lines.append(await outcome("recoveredOnly", errors.recoveredOnly(id)))
        lines.append(await outcome("recoveredAll", errors.recoveredAll(id)))
        lines.append(await outcome("logged", errors.logged(id)))
        lines.append(await outcome("loggedAll", errors.loggedAll(id)))
        lines.append(await outcome("cleaned", errors.cleaned(id)))
        lines.append(await outcome("cleanedTwice", errors.cleanedTwice(id)))
        lines.append(await outcome("cleanedAndRecovered", errors.cleanedAndRecovered(id)))
        lines.append(await outcome("recoveredAndCleaned", errors.recoveredAndCleaned(id)))
        lines.append(await outcome("tapped", errors.tapped(id)))
        lines.append(await outcome("tappedLater", errors.tappedLater(id)))
        lines.append(await outcome("saved", errors.saved(id)))
        lines.append(await outcome("thrown", errors.thrown(id)))
        lines.append(await outcome("always", errors.always(id)))
      }
      return lines + errors.log.lines
    }
  ),
]
