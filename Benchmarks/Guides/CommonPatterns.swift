// The calls of PromiseKit's guide "Common Patterns", one function for each example.
import Dispatch
import Foundation

#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

func chaining() {
  func set(_ text: String) {}
  firstly {
    text()
  }.then {
    text(of: $0)
  }.then {
    set($0)
    return animate()
  }.ensure {
    print("in any case")
  }.catch {
    handle(error: $0)
  }
}

func apiOfPerson() -> Promise<Person> {
  return firstly {
    request(url)
  }.compactMap {
    try JSONSerialization.jsonObject(with: $0.data) as? [String: Any]
  }.map { dict in
    Person(dict: dict)
  }
}

func apiOfPicture() -> Promise<Picture> {
  return person().then { person in
    request(person.picture)
  }.compactMap {
    Picture(data: $0.data)
  }
}

func apiInBackground() -> Promise<Picture> {
  let queue = DispatchQueue.global(qos: .userInitiated)
  return firstly {
    person()
  }.then(on: queue) { person in
    request(person.picture)
  }.compactMap(on: queue) {
    Picture(data: $0.data)
  }
}

func failing() -> Promise<String> {
  return firstly {
    text()
  }.then { _ in
    answer()
  }.then { answer in
    guard !answer.isBad else { throw Trouble.mine }
    return try risky(answer)
  }
}

func failingInOneExpression() {
  text().then { _ in
    answer()
  }.then { answer in
    try risky(answer)
  }.catch { error in
    print(error)
  }
}

final class Pull {
  var fetch = text()

  func twice() {
    fetch.done { items in
      print(items)
    }.cauterize()
    fetch.done { items in
      print(items.count)
    }.cauterize()
  }

  func once() -> Promise<String> {
    if fetch.isResolved {
      fetch = text().ensure {
        print("stop")
      }
    }
    return fetch
  }
}

@MainActor final class Cell { var alpha = 0.0 }

@MainActor func fading(_ cells: [Cell]) {
  var fade = Guarantee()
  for cell in cells {
    fade = fade.then {
      animate(seconds: 0.1) {
      }
    }.asVoid()
  }
  fade.done {
    print("done")
  }
}

func oneAfterAnother(_ closures: [@Sendable () -> Promise<Void>]) {
  var chain = Promise()
  for next in closures {
    chain = chain.then(next)
  }
  chain.done {
    print("done")
  }.cauterize()
}

func timeoutByRace(_ fetches: [Promise<String>]) {
  let timeout = after(seconds: 4)
  race(when(fulfilled: fetches).asVoid(), Promise(timeout)).done {
    print("first")
  }.cauterize()
}

func timeoutByRaceOfKinds(_ fetches: [Promise<String>]) {
  let timeout = after(seconds: 4)
  race(when(fulfilled: fetches).asVoid(), timeout).done {
    print("first")
  }.cauterize()
}

func atLeast() {
  let wait = after(seconds: 0.3)
  firstly {
    work()
  }.then {
    wait
  }.done {
    print("done")
  }.cauterize()
}

final class Job {
  var completion: (() -> Void)?
  func cancel() {}
}

func cancelling() -> (Promise<Void>, cancel: () -> Void) {
  let task = Job()
  var isCancelled = false
  let promise = Promise<Void> { seal in
    task.completion = {
      guard !isCancelled else { return seal.reject(Trouble.mine) }
      seal.fulfill(())
    }
  }
  let cancel = {
    isCancelled = true
    task.cancel()
  }
  return (promise, cancel)
}

func catchingAll() {
  text().then {
    text(of: $0)
  }.catch(policy: .allErrors) { error in
    print(error)
  }
}

func attempt<T>(
  count: Int = 3, delay: DispatchTimeInterval = .seconds(2), _ body: @escaping () -> Promise<T>
) -> Promise<T> {
  var attempts = 0
  func attempt() -> Promise<T> {
    attempts += 1
    return body().recover { error -> Promise<T> in
      guard attempts < count else { throw error }
      return after(delay).then(attempt)
    }
  }
  return attempt()
}

func attemptThree() {
  attempt(count: 3) {
    text()
  }.then {
    text(of: $0)
  }.catch { _ in
    print("three times")
  }
}

final class Locator {
  private let (promise, seal) = Promise<[String]>.pending()
  private var cycle: Locator?

  init() {
    cycle = self
    _ = promise.ensure {
      self.cycle = nil
    }
  }

  func found(_ places: [String]) {
    seal.fulfill(places)
  }

  func failed(_ error: Error) {
    seal.reject(error)
  }
}

func recoverFromOne() {
  text().recover { error -> Promise<String> in
    guard error as? Trouble == .offline else {
      throw error
    }
    return .value("here")
  }.done { text in
    print(text)
  }
}

final class Sheet {
  private let (promise, seal) = Guarantee<String>.pending()

  func show() -> Guarantee<String> {
    return promise
  }

  func done() {
    seal("done")
  }
}

func savingResultsFlat() {
  login().then { credentials in
    fetch(picture: credentials.user)
  }.done { picture in
    print(picture)
  }
}

func savingResultsNested() {
  login().then { credentials in
    fetch(picture: credentials.user).done { picture in
      print(credentials, picture)
    }
  }.done {
    print("goes on")
  }
}

func savingResultsPaired() {
  login().then { credentials in
    fetch(picture: credentials.user).map { ($0, credentials) }
  }.then { picture, credentials in
    text(of: credentials.user)
  }
}

func whenResolved(_ a: Promise<String>, _ b: Promise<String>) {
  when(resolved: a, b).done { (results: [Result<String, Error>]) in
    print(results)
  }
}
