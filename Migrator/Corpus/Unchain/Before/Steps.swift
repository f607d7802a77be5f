import PromiseConcurrency

/// One step after the other.
final class Steps: Source, @unchecked Sendable {
  func name(_ id: Int) -> Promise<String> {
    load(id).map { $0.name }
  }

  func nameByKeyPath(_ id: Int) -> Promise<String> {
    return load(id).map(\.name)
  }

  func first(_ id: Int) -> Promise<String> {
    return firstly { load(id) }
      .then { user in self.text(user) }
      .map { text in text.uppercased() }
  }

  func firstlyWithStatements(_ id: Int) -> Promise<Int> {
    return firstly { () -> Promise<User> in
      log.add("begin")
      return load(id)
    }.map { user -> Int in
      let factor = 2
      return user.id * factor
    }
  }

  func parsed(_ id: Int) -> Promise<Detail> {
    load(id).then { self.text($0) }.map { try self.parse($0) }
  }

  func rejected(_ id: Int) -> Promise<Detail> {
    load(id).map { _ in "" }.map { try self.parse($0) }
  }

  func cached(_ id: Int) -> Promise<User> {
    load(id).get { self.log.add("cache \($0.id)") }
  }

  func cachedThenNamed(_ id: Int) -> Promise<String> {
    load(id).get { user in self.log.add("cache \(user.id)") }.map { found in found.name }
  }

  func stored(_ id: Int) -> Promise<Void> {
    load(id).then { self.store($0) }
  }

  func shown(_ id: Int) -> Promise<Void> {
    load(id).done { user in
      guard user.id > 1 else {
        self.log.add("not shown")
        return
      }
      self.log.add("shown \(user.id)")
    }
  }

  func shownAndStored(_ id: Int) -> Promise<Void> {
    load(id).done { self.log.add("shown \($0.id)") }.then { self.pause() }.then { self.load(id + 1) }.asVoid()
  }

  func ignoring(_ id: Int) -> Promise<Int> {
    load(id).then { _ in self.load(id + 1) }.map { _ in 7 }
  }

  func number(_ text: String) -> Promise<Int> {
    firstly { Promise.value(text) }.compactMap { Int($0) }
  }

  func firstFriend(_ id: Int) -> Promise<String> {
    load(id).compactMap { user -> Int? in user.friends.first }.map { friend in "friend \(friend)" }
  }

  func converted(_ id: Int) -> Promise<String> {
    load(id).compactMap { $0.name as Any as? String }.get { self.log.add($0) }
  }

  func typed(_ id: Int) -> Promise<String> {
    load(id).then { (user: User) -> Promise<String> in
      let copy = user
      return self.text(copy)
    }
  }

  func labeled(_ id: Int) -> Promise<Void> {
    load(id).map(\.name).done(log.add(_:))
  }

  func waiting(_ id: Int) -> Promise<String> {
    after(seconds: 0.001).then { self.load(id) }.map(\.name)
  }

  func resolved(_ id: Int) -> Promise<String> {
    Promise<Int> { resolver in resolver.fulfill(id) }.map { "resolved \($0)" }
  }

  func identity(_ id: Int) -> Promise<User> { load(id).map(\.self) }
}

let stepPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "steps",
    {
      let steps = Steps()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("name", steps.name(id)))
        lines.append(await outcome("nameByKeyPath", steps.nameByKeyPath(id)))
        lines.append(await outcome("first", steps.first(id)))
        lines.append(await outcome("firstlyWithStatements", steps.firstlyWithStatements(id)))
        lines.append(await outcome("parsed", steps.parsed(id)))
        lines.append(await outcome("rejected", steps.rejected(id)))
        lines.append(await outcome("cached", steps.cached(id)))
        lines.append(await outcome("cachedThenNamed", steps.cachedThenNamed(id)))
        lines.append(await outcome("stored", steps.stored(id)))
        lines.append(await outcome("shown", steps.shown(id)))
        lines.append(await outcome("shownAndStored", steps.shownAndStored(id)))
        lines.append(await outcome("ignoring", steps.ignoring(id)))
        lines.append(await outcome("firstFriend", steps.firstFriend(id)))
        lines.append(await outcome("converted", steps.converted(id)))
        lines.append(await outcome("typed", steps.typed(id)))
        lines.append(await outcome("labeled", steps.labeled(id)))
        lines.append(await outcome("waiting", steps.waiting(id)))
        lines.append(await outcome("resolved", steps.resolved(id)))
        lines.append(await outcome("identity", steps.identity(id)))
      }
      lines.append(await outcome("number", steps.number("12")))
      lines.append(await outcome("number", steps.number("x")))
      return lines + steps.log.lines
    }
  )
]
