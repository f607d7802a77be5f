import PromiseConcurrency

/// Promises that are created around the chain that settles them.
final class Unwrapping: Source, @unchecked Sendable {
  func plain(_ id: Int) -> Promise<User> {
    return Promise { seal in
      firstly {
        load(id)
      }.done { user in
        seal.fulfill(user)
      }.catch { error in
        seal.reject(error)
      }
    }
  }

  func byReference(_ id: Int) -> Promise<User> {
    Promise { seal in load(id).done(seal.fulfill).catch(seal.reject) }
  }

  func handled(_ id: Int) -> Promise<String> {
    Promise<String> { seal in
      guard id < 3 else {
        seal.reject(ShopError.invalid("id"))
        return
      }
      log.add("begin")
      load(id).then { self.text($0) }.done { text in
        self.log.add("done")
        seal.fulfill(text + "!")
      }.catch {
        self.log.add("catch \($0)")
        seal.reject(ShopError.invalid("\($0)"))
      }
    }
  }

  func defaulted(_ id: Int) -> Promise<Int> {
    Promise { seal in
      load(id).done { seal.fulfill($0.id) }.catch { _ in seal.fulfill(-1) }
    }
  }

  func nothing(_ id: Int) -> Promise<Void> {
    Promise { seal in
      load(id).done { _ in seal.fulfill(()) }.catch { seal.reject($0) }
    }
  }

  func checked(_ id: Int) -> Promise<Void> {
    return Promise { seal in
      self.load(id).done { user in
        if user.id == 1 {
          seal.fulfill(())
        } else {
          seal.reject(ShopError.invalid(user.name))
        }
      }.catch(seal.reject)
    }
  }

  func chosen(_ id: Int, short: Bool) -> Promise<Int> {
    return Promise { seal in
      if short {
        load(id).done { seal.fulfill($0.id) }.catch { seal.reject($0) }
      } else {
        load(id).then { self.text($0) }.done { seal.fulfill($0.count) }.catch { seal.reject($0) }
      }
    }
  }

  func nested(_ id: Int) -> Promise<String> {
    return Promise { seal in
      load(id).done { user in
        self.text(user).done { text in seal.fulfill("\(user.id) \(text)") }.catch { seal.reject($0) }
      }.catch { seal.reject($0) }
    }
  }

  func piped(_ id: Int) -> Promise<Int> {
    Promise { seal in load(id).map(\.id).pipe(to: seal.resolve) }
  }

  func inChain(_ id: Int) -> Promise<Int> {
    firstly {
      Promise<Int> { seal in load(id).done { seal.fulfill($0.id) }.catch { seal.reject($0) } }
    }.map { $0 + 1 }
  }

  func assured(_ id: Int) -> Guarantee<Int> {
    Guarantee { seal in
      load(id).done { seal($0.id) }.catch { error in
        self.log.add("assured \(error)")
        seal(-1)
      }
    }
  }

  func branching(_ id: Int) -> Promise<String> {
    load(id).then { user -> Promise<String> in
      if user.id == 1 {
        return .value("one")
      } else {
        return self.text(user)
      }
    }.map { "\($0)!" }
  }

  /// The chain remains: `seal` is used before the end of a path, or on some paths only.
  func early(_ id: Int) -> Promise<Int> {
    Promise { seal in
      load(id).done { user in
        seal.fulfill(user.id)
        _ = user.name
      }.catch { seal.reject($0) }
    }
  }

  /// The chain remains: the handler of `catch` does not see the error that the one of `done` rejects with.
  func split(_ id: Int) -> Promise<Int> {
    Promise { seal in
      load(id).done { user in
        if user.id == 1 { seal.fulfill(1) } else { seal.reject(ShopError.missing) }
      }.catch {
        self.log.add("catch")
        seal.reject($0)
      }
    }
  }
}

let unwrappingPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "unwrapping",
    {
      let source = Unwrapping()
      var lines: [String] = []
      for id in [1, 2, 3, 0] {
        lines.append(await outcome("plain", source.plain(id)))
        lines.append(await outcome("byReference", source.byReference(id)))
        lines.append(await outcome("handled", source.handled(id)))
        lines.append(await outcome("defaulted", source.defaulted(id)))
        lines.append(await outcome("nothing", source.nothing(id)))
        lines.append(await outcome("checked", source.checked(id)))
        lines.append(await outcome("chosen", source.chosen(id, short: true)))
        lines.append(await outcome("chosen", source.chosen(id, short: false)))
        lines.append(await outcome("nested", source.nested(id)))
        lines.append(await outcome("piped", source.piped(id)))
        lines.append(await outcome("inChain", source.inChain(id)))
        lines.append("assured: \(await source.assured(id).get())")
        lines.append(await outcome("branching", source.branching(id)))
        lines.append(await outcome("early", source.early(id)))
        lines.append(await outcome("split", source.split(id)))
      }
      return lines + source.log.lines
    }
  )
]
