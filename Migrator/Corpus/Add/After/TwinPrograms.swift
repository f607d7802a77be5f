import PromiseConcurrency

// What callers of the twins see: the same lines as the programs of the same names.

private let service = ShapeService()
private let catalog = Catalog()

package let twins: [Program] = [
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

/// Describes the outcome of a promise.
private func text<Value>(_ promise: Promise<Value>) async -> String { text(await promise.getResult()) }

@Sendable private func handlersThatCannotFail() async throws -> [String] {
  try await service.wait().get()
  return [
    "waited",
    "\(try await service.count("four").get())",
    "\(try await service.find("b", in: ["a", "b"]).get() ?? -1)",
    "\(try await service.find("c", in: ["a", "b"]).get() ?? -1)",
    try await service.split("abc").map { "\($0.0), \($0.1)" }.get(),
  ]
}

@Sendable private func handlersWithAValueAndAnError() async throws -> [String] {
  var lines: [String] = []
  for input in ["four", ""] {
    lines.append(await text(service.checkedCount(input)))
    lines.append(await text(service.swappedCount(input)))
    lines.append(await text(service.save(input)))
  }
  for id in [1, 0] {
    lines.append(await text(service.user(id)))
    lines.append(await text(service.swappedUser(id)))
    lines.append(await text(service.typed(id)))
    lines.append(await text(service.classic(id)))
  }
  return lines
}

@Sendable private func handlersWithAResult() async throws -> [String] {
  var lines: [String] = []
  for id in [1, 0] {
    lines.append(await text(service.load(id)))
    lines.append(await text(service.delete(id)))
    lines.append(await text(service.parse(id == 1 ? "12" : "x")))
    lines.append(await text(service.aliased(id)))
  }
  return lines
}

@Sendable private func handlersWithSeveralValues() async throws -> [String] {
  [
    await text(service.page(2).map { "\($0.0 ?? "") \($0.1 ?? 0)" }),
    await text(service.page(0).map { "\($0.0 ?? "") \($0.1 ?? 0)" }),
    await text(service.measure("abc").map { "\($0.0) \($0.1)" }),
    await text(service.measure("?").map { "\($0.0) \($0.1)" }),
  ]
}

@Sendable private func aGenericStructureThatChanges() async throws -> [String] {
  var store = Store<Int>()
  let empty = store
  let lines = [
    await text(empty.first()),
    "\(try await store.append(4).get())",
    "\(try await store.append(5).get())",
  ]
  let full = store
  return lines + [
    await text(full.first()),
    "\(try await full.converted { "<\($0)>" }.get())",
    "\(try await full.contains(all: [4]).get())",
  ]
}

@Sendable private func membersOfAClass() async throws -> [String] {
  [
    "\(try await Catalog.version().get())",
    try await Catalog.title(for: 3).get(),
    await text(catalog.name(4)),
    await text(catalog.size(5)),
    await text(catalog.search("abc", progress: { _ in })),
    "\(try await catalog.enqueue([1, 2], for: "me").get())",
    await text(catalog.page(page: 1, in: "ab")),
    "\(try await catalog.lookUp(in: 1, default: 2).get())",
    try await catalog.trace(9).get(),
    "\(try await globalCount("abc").get())",
    "\(try await Tiny().f().get())",
  ]
}

@Sendable private func handlersThatMayBeLeftOut() async throws -> [String] {
  try await catalog.log("b").get()
  return [
    await text(catalog.note("a")),
    await text(catalog.note("")),
    "logged",
  ]
}

@Sendable private func functionsThatThrow() async throws -> [String] {
  [
    await text(catalog.read(1..<3)),
    await text(catalog.read(1..<1)),
    "\(try await catalog.sum([1, 2, 3], where: { $0 > 1 }).get())",
  ]
}

@Sendable private func parametersThatAreChanged() async throws -> [String] {
  var count = 0
  let promise = catalog.check(true, into: &count)
  return ["\(try await promise.get())", "\(count)"]
}

@Sendable private func protocols() async throws -> [String] {
  [
    await text(NumberLoader().load(8)),
    try await NumberLoader.kind().get(),
    await text(ConstantSensor().value(3)),
    "\(try await Numbers().next().get())",
  ]
}

@Sendable private func theMainActor() async throws -> [String] {
  let screen = await Screen()
  let panel = await Panel()
  let shown: Promise<Int> = await panel.show("line")
  return [
    try await screen.show("title").get(),
    "\(try await screen.measure("title").get())",
    "\(try await shown.get())",
  ]
}

@Sendable private func functionsThatReturnAHandle() async throws -> [String] {
  let searcher = Searcher()
  return [
    await text(searcher.search("abc")),
    await text(searcher.filter("ab", options: 2)),
    await text(searcher.pages(task: 3).map { "\($0.0 ?? 0) \($0.1 ?? "")" }),
  ]
}

@Sendable private func asyncFunctions() async throws -> [String] {
  let weather = Weather(name: "Rome")
  let station = Station()
  return [
    await text(weather.forecast(day: 1)),
    await text(weather.forecast(day: -1)),
    await weather.city().get(),
    await text(weather.refresh()),
    "\(try await weather.typed(2).get()) \(await weather.never(3).get())",
    "\(try await weather.report("x", twice: true).get())",
    "\(try await weather.all([1, 2], transform: { $0 * 2 }).get())",
    "\(try await station.add(4).get()) \(await station.count().get())",
  ]
}

@Sendable private func aRemoteApi() async throws -> [String] {
  let api = RemoteAPI()
  return [
    await text { try await api.fetchUser(1) },
    await text { try await api.fetchUser(0) },
    await text { try await api.ping() } == text((), nil) ? "pong" : "",
    await text { try await api.send("") },
    await text { try await api.decode(Int.self, from: "1") },
    await text {
      let page = try await api.page(1)
      return "\(page.0 ?? "") \(page.1 ?? 0)"
    },
    try await { "\($0.0) \($0.1)" }(api.split("abc")),
    await text { try await api.download("path") },
    "\(try await api.notify("me"))",
    await text { try await api.throwing("") },
  ]
}

@Sendable private func initializers() async throws -> [String] {
  [
    await text { _ = try await Connection(to: "host") },
    await text { _ = try await Connection(to: "") },
    await text { _ = try await Session(name: "s") },
  ]
}

@Sendable private func actors() async throws -> [String] {
  [
    "\(try await Ledger().add(3))",
    "\(try await Alert().present("a"))",
  ]
}

@Sendable private func aCacheOfPromises() async throws -> [String] {
  var cache = PageCache()
  let stored = try await cache.store("three", as: 3)
  let pages = cache
  return [
    await text { try await pages.page(1) },
    await text { try await pages.page(7) },
    "\(await pages.count())",
    await text { try await pages.clear() },
    await text { await pages.idle() },
    "\(stored)",
    await text { try await pages.checked(-1) },
    "\(try await pages.sum { $0 })",
    text(try await pages.result(9)),
    "\(try await PageCache.shared("s"))",
    await text { try await pages.title(1) },
    await text { try await pages.title(2) },
    "\(try await Window().open())",
    "\(try await SpecialWindow().open())",
  ]
}

@Sendable private func accounts() async throws -> [String] {
  let accounts = Accounts()
  return [
    await outcome { end in accounts.sum(1) { end(text($0)) } },
    await outcome { end in accounts.sum(5) { end(text($0)) } },
    await outcome { end in accounts.count { end("\($0)") } },
    await outcome { end in accounts.close(0) { end(text($0)) } },
    await outcome { end in accounts.settle { end(text((), nil)) } },
    await outcome { end in accounts.owner(0) { end(text($0)) } },
    await text { try accounts.checked(-1) { _ in } },
    await outcome { end in Accounts.make { end((try? $0.get()) ?? "") } },
  ]
}

@Sendable private func anArchive() async throws -> [String] {
  let archive = Archive()
  let vault = Vault()
  return [
    await outcome { end in archive.unpack("file") { end(text($0)) } },
    await outcome { end in archive.unpack("") { end(text($0)) } },
    await outcome { end in archive.size { end("\($0)") } },
    await outcome { end in archive.flush { end(text((), nil)) } },
    await outcome { end in archive.verify { end(text($0)) } },
    await outcome { end in archive.entry("e") { end(text($0)) } },
    await outcome { end in archive.title { end((try? $0.get()) ?? "") } },
    await outcome { end in vault.secret(0) { end((try? $0.get()) ?? "") } },
    await outcome { end in Task { @MainActor in Canvas().draw("line") { end("\((try? $0.get()) ?? 0)") } } },
  ]
}

@Sendable private func twinsInExtensions() async throws -> [String] {
  [
    await text(Client().name(1)),
    "\(try await Client().age().get())",
    "\(try await Client.Cache().value().get())",
    "\(try await Client.Cache().size().get())",
    "\(try await [1, 2].total().get())",
    "\(try await globalSum([3, 4]).get())",
    "\(try await Conditional().flag().get())",
  ]
}
