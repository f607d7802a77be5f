import PromiseConcurrency

// What callers of the old forms see. The programs are the same after the command.

private let service = ShapeService()
private let catalog = Catalog()

package let programs: [Program] = [
  ("handlers that cannot fail", handlersThatCannotFail),
  ("handlers with a value and an error", handlersWithAValueAndAnError),
  ("handlers with a result", handlersWithAResult),
  ("handlers with several values", handlersWithSeveralValues),
  ("a generic structure that changes", aGenericStructureThatChanges),
  ("members of a class", membersOfAClass),
  ("handlers that may be left out", handlersThatMayBeLeftOut),
  ("functions that throw", functionsThatThrow),
  ("parameters that are changed", parametersThatAreChanged),
  ("protocols", protocols),
  ("the main actor", theMainActor),
  ("functions that return a handle", functionsThatReturnAHandle),
  ("async functions", asyncFunctions),
  ("a remote API", aRemoteApi),
  ("initializers", initializers),
  ("actors", actors),
  ("a cache of promises", aCacheOfPromises),
  ("accounts", accounts),
  ("an archive", anArchive),
  ("twins in extensions", twinsInExtensions),
]

@Sendable private func handlersThatCannotFail() async throws -> [String] {
  [
    await outcome { end in service.wait { end("waited") } },
    await outcome { end in service.count("four") { end("\($0)") } },
    await outcome { end in service.find("b", in: ["a", "b"]) { end("\($0 ?? -1)") } },
    await outcome { end in service.find("c", in: ["a", "b"]) { end("\($0 ?? -1)") } },
    await outcome { end in service.split("abc") { end("\($0), \($1)") } },
  ]
}

@Sendable private func handlersWithAValueAndAnError() async throws -> [String] {
  var lines: [String] = []
  for input in ["four", ""] {
    lines.append(
      await outcome { end in service.checkedCount(input) { end(text($0, $1)) } })
    lines.append(
      await outcome { end in service.swappedCount(input) { end(text($1, $0)) } })
    lines.append(await outcome { end in service.save(input) { end(text((), $0)) } })
  }
  for id in [1, 0] {
    lines.append(await outcome { end in service.user(id) { end(text($0, $1)) } })
    lines.append(await outcome { end in service.swappedUser(id) { end(text($1, $0)) } })
    lines.append(await outcome { end in service.typed(id) { end(text($0, $1)) } })
    lines.append(await outcome { end in service.classic(id) { end(text($0, $1)) } })
  }
  return lines
}

@Sendable private func handlersWithAResult() async throws -> [String] {
  var lines: [String] = []
  for id in [1, 0] {
    lines.append(await outcome { end in service.load(id) { end(text($0)) } })
    lines.append(await outcome { end in service.delete(id) { end(text($0)) } })
    lines.append(await outcome { end in service.parse(id == 1 ? "12" : "x") { end(text($0)) } })
    lines.append(await outcome { end in service.aliased(id) { end(text($0)) } })
  }
  return lines
}

@Sendable private func handlersWithSeveralValues() async throws -> [String] {
  [
    await outcome { end in service.page(2) { end(text("\($0 ?? "") \($1 ?? 0)", $2)) } },
    await outcome { end in service.page(0) { end(text($0, $2)) } },
    await outcome { end in service.measure("abc") { end(text("\($0) \($1)", $2)) } },
    await outcome { end in service.measure("?") { end(text("\($0) \($1)", $2)) } },
  ]
}

@Sendable private func aGenericStructureThatChanges() async throws -> [String] {
  var store = Store<Int>()
  let empty = store
  let lines = [
    await outcome { end in empty.first { end(text($0, $1)) } },
    await outcome { end in store.append(4) { end("\($0)") } },
    await outcome { end in store.append(5) { end("\($0)") } },
  ]
  let full = store
  return lines + [
    await outcome { end in full.first { end(text($0, $1)) } },
    await outcome { end in full.converted({ "<\($0)>" }) { values, _ in end("\(values ?? [])") } },
    await outcome { end in full.contains(all: [4]) { end("\($0)") } },
  ]
}

@Sendable private func membersOfAClass() async throws -> [String] {
  [
    await outcome { end in Catalog.version { end("\($0)") } },
    await outcome { end in Catalog.title(for: 3) { end($0) } },
    await outcome { end in catalog.name(4) { end(text($0, $1)) } },
    await outcome { end in catalog.size(5) { end(text($0)) } },
    await outcome { end in catalog.search("abc", progress: { _ in }) { end(text($0, $1)) } },
    await outcome { end in catalog.enqueue([1, 2], for: "me") { end("\($0)") } },
    await outcome { end in catalog.page(page: 1, in: "ab") { end(text($0, $1)) } },
    await outcome { end in catalog.lookUp(in: 1, default: 2) { end("\($0)") } },
    await outcome { end in catalog.trace(9) { end($0) } },
    await outcome { end in globalCount("abc") { end("\($0)") } },
    await outcome { end in Tiny().f { end("\($0)") } },
  ]
}

@Sendable private func handlersThatMayBeLeftOut() async throws -> [String] {
  // These calls have no handler, before and after.
  catalog.note("a")
  catalog.log("b")
  catalog.log("c", level: 2)
  return [
    await outcome { end in catalog.note("a") { end(text((), $0)) } },
    await outcome { end in catalog.note("") { end(text((), $0)) } },
    await outcome { end in catalog.log("b") { end("logged") } },
  ]
}

@Sendable private func functionsThatThrow() async throws -> [String] {
  [
    try await outcome { end in try catalog.read(1..<3) { end(text($0, $1)) } },
    await text { try catalog.read(1..<1) { _, _ in } },
    await outcome { end in catalog.sum([1, 2, 3], where: { $0 > 1 }) { end("\($0)") } },
  ]
}

@Sendable private func parametersThatAreChanged() async throws -> [String] {
  var count = 0
  let line = await outcome { end in catalog.check(true, into: &count) { end("\($0)") } }
  return [line, "\(count)"]
}

@Sendable private func protocols() async throws -> [String] {
  [
    await outcome { end in NumberLoader().load(8) { end(text($0, $1)) } },
    await outcome { end in NumberLoader.kind { end($0) } },
    text(try await ConstantSensor().value(3), nil),
    await outcome { end in Numbers().next { end("\($0)") } },
  ]
}

@Sendable private func theMainActor() async throws -> [String] {
  let screen = await Screen()
  return [
    await outcome { end in Task { await screen.show("title") { end($0) } } },
    await outcome { end in screen.measure("title") { end("\($0)") } },
    "\(try await Panel().show("line"))",
  ]
}

@Sendable private func functionsThatReturnAHandle() async throws -> [String] {
  let searcher = Searcher()
  return [
    await outcome { end in _ = searcher.search("abc") { end(text($0, $1)) } },
    try await outcome { end in _ = try searcher.filter("ab", completion: { end(text($0)) }, options: 2) },
    await outcome { end in searcher.pages(task: 3) { end(text("\($0 ?? 0) \($1 ?? "")", $2)) } },
  ]
}

@Sendable private func asyncFunctions() async throws -> [String] {
  let weather = Weather(name: "Rome")
  let station = Station()
  return [
    await text { try await weather.forecast(day: 1) },
    await text { try await weather.forecast(day: -1) },
    await weather.city(),
    await text { try await weather.refresh() },
    "\(try await weather.typed(2)) \(await weather.never(3))",
    "\(try await weather.report("x", twice: true))",
    "\(await weather.all([1, 2]) { $0 * 2 })",
    "\(try await station.add(4)) \(await station.count())",
  ]
}

@Sendable private func aRemoteApi() async throws -> [String] {
  let api = RemoteAPI()
  notify(api)
  return [
    await outcome { end in api.fetchUser(1) { end(text($0, $1)) } },
    await outcome { end in api.fetchUser(0) { end(text($0, $1)) } },
    await outcome { end in api.ping { end("pong") } },
    await outcome { end in api.send("") { end(text((), $0)) } },
    await outcome { end in api.decode(Int.self, from: "1") { end(text($0)) } },
    await outcome { end in api.page(1) { end(text("\($0 ?? "") \($1 ?? 0)", $2)) } },
    await outcome { end in api.split("abc") { end("\($0) \($1)") } },
    await outcome { end in _ = api.download("path") { end(text($0, $1)) } },
    await outcome { end in api.notify("me") { end("\($0)") } },
    await text { try api.throwing("") { _ in } },
  ]
}

@Sendable private func initializers() async throws -> [String] {
  [
    await outcome { end in _ = Connection(to: "host") { end(text((), $0)) } },
    await outcome { end in _ = Connection(to: "") { end(text((), $0)) } },
    await outcome { end in _ = Session(name: "s") { end(text($0)) } },
  ]
}

@Sendable private func actors() async throws -> [String] {
  let ledger = Ledger()
  return [
    await outcome { end in Task { await ledger.add(3) { end("\($0)") } } },
    await outcome { end in Task { @MainActor in Alert().present("a") { end("\($0)") } } },
  ]
}

@Sendable private func aCacheOfPromises() async throws -> [String] {
  var cache = PageCache()
  let stored: Promise<Int> = cache.store("three", as: 3)
  let result: Promise<Result<String, Failure>> = cache.result(9)
  return [
    await text { try await cache.page(1).get() },
    await text { try await cache.page(7).get() },
    "\(await cache.count().get())",
    await text { try await cache.clear().get() },
    await text { await cache.idle().get() },
    "\(try await stored.get())",
    await text { try await cache.checked(-1).get() },
    "\(await cache.sum { $0 }.get())",
    text(try await result.get()),
    "\(try await PageCache.shared("s").get())",
    await text { try await cache.title(1).get() },
    await outcome { end in cache.title(2) { end(text($0)) } },
    "\(try await Window().open().get())",
    "\(try await SpecialWindow().open().get())",
  ]
}

@Sendable private func accounts() async throws -> [String] {
  let accounts = Accounts()
  return [
    await text { try await accounts.sum(1).get() },
    await text { try await accounts.sum(5).get() },
    "\(await accounts.count().get())",
    await text { try await accounts.close(0).get() },
    await text { await accounts.settle().get() },
    await text { try await accounts.owner(0).get() },
    await text { try await accounts.checked(-1).get() },
    try await Accounts.make().get(),
  ]
}

@Sendable private func anArchive() async throws -> [String] {
  let archive = Archive()
  return [
    await text { try await archive.unpack("file") },
    await text { try await archive.unpack("") },
    "\(await archive.size())",
    await text { await archive.flush() },
    await text { try await archive.verify() },
    await text { try await archive.entry("e") },
    try await archive.title(),
    try await Vault().secret(0),
    "\(try await Canvas().draw("line"))",
  ]
}

@Sendable private func twinsInExtensions() async throws -> [String] {
  [
    await outcome { end in Client().name(1) { end(text($0, $1)) } },
    await outcome { end in Client().age { end("\($0)") } },
    await outcome { end in Client.Cache().value { end("\($0)") } },
    await outcome { end in Client.Cache().size { end("\($0)") } },
    await outcome { end in [1, 2].total { end("\($0)") } },
    await outcome { end in globalSum([3, 4]) { end("\($0)") } },
    await outcome { end in Conditional().flag { end("\($0)") } },
  ]
}

/// A caller that is not async, and needs no result.
private func notify(_ api: RemoteAPI) { api.notify("nothing waits") }
