// The calls of the second part of google/promises' API documentation: combinators, other operators, advice.
import Foundation

#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

// MARK: Combinators

func allOfOneType(_ people: [Person]) {
  all(people.map { Server.icon(of: $0) }).then(show)
}

func allOfTypes(_ person: Person) {
  all(
    Server.city(of: person),
    Server.icon(of: person)
  ).then { city, icon in
    print(city, icon)
  }
}

func allOfSix(_ p: Promise<Int>, _ q: Promise<String>) {
  all(all(p, q, p), all(q, p, q)).then { results in
    let ((a1, a2, a3), (a4, a5, a6)) = results
    print(a1, a2, a3, a4, a5, a6)
  }
}

func anyOfOneType(_ people: [Person]) {
  any(people.map { Server.icon(of: $0) }).then { iconsOrErrors in
    show(iconsOrErrors.compactMap { $0.value })
  }
}

func anyOfTypes(_ person: Person) {
  any(
    Server.city(of: person),
    Server.icon(of: person)
  ).then { city, icon in
    if let city = city.value, let icon = icon.value {
      print(city, icon)
    } else {
      if let error = city.error {
        alert(error)
      }
      if let error = icon.error {
        alert(error)
      }
    }
  }
}

func raceOfTwo(_ person: Person) {
  race(Server.icon(of: person), Server.icon(person)).then { icon in
    show([icon])
  }
}

// MARK: Other operators

@MainActor final class Window {
  var text = ""
  var cached: Promise<Int>?

  func update(_ icons: [Icon]) {}
  func standIns() -> Promise<[Icon]> { fatalError() }

  func alwaysAtTheEnd() {
    icons().then { icons in
      self.update(icons)
    }.catch { error in
      alert(error)
    }.always {
      self.text = "Done."
    }
  }

  func recoverWithPromise() {
    icons().recover { error in
      print("Something else, due to \(error)")
      return self.standIns()
    }.then { icons in
      self.update(icons)
    }
  }

  func pendingInClass() -> Promise<String>? {
    if cached == nil {
      cached = Promise<Int>.pending()
    }
    return cached?.then(describe)
  }

  func describe(number: Int) -> String {
    return String(number)
  }
}

func await(_ calculator: Calculator) {
  Promise<Int> {
    let a = try awaitPromise(calculator.negate(5))
    let b = try awaitPromise(calculator.multiply(a, a))
    let c = try awaitPromise(calculator.add(b, a))
    return try awaitPromise(calculator.multiply(c, b))
  }.then { result in
    print(result)
  }.catch { error in
    print(error)
  }
}

func awaitOnQueue(_ calculator: Calculator) -> Promise<Int> {
  return Promise<Int>(on: .global()) {
    try awaitPromise(calculator.negate(5))
  }
}

func delay() {
  otherText().delay(1).then { text in
    print(text)
  }
}

func reduce() {
  let numbers = [1, 2, 3]
  Promise("0").reduce(numbers) { part, next in
    Promise(part + ", " + String(next))
  }.then { text in
    print("All: \(text)")
  }
}

func fetch(_ url: URL) -> Promise<(Data?, URL?)> {
  return wrap { (handler: @escaping (Data?, URL?, Error?) -> Void) in handler(nil, url, nil) }
}

func retryOnce(_ url: URL) {
  retry { fetch(url) }.then { print($0) }.catch { print($0) }
}

func retryOnQueue(_ url: URL) {
  retry(
    on: background,
    attempts: 5,
    delay: 2,
    condition: { remaining, error in
      (error as NSError).code == -1009
    }
  ) {
    fetch(url)
  }.then { values in
    print(values)
  }.catch { error in
    print(error)
  }
}

func timeout() {
  otherText().timeout(1).then { text in
    print(text)
  }.catch { error in
    print(error)
  }
}

func validate() {
  token().validate { !$0.isEmpty }.then(bytes).catch { error in
    print("No token: \(error)")
  }
}

func wrapOptional() -> Promise<Data?> {
  return wrap { handler in
    Server.bytes(completion: handler)
  }
}

func wrapValue() -> Promise<Data> {
  return wrap { handler in
    Server.bytes(sure: handler)
  }
}

func setQueue() {
  DispatchQueue.promises = .global()
}

// MARK: Advice

func broken() -> Promise<Data> {
  let promise = bytes("token")
  promise.then(digest)
  return promise
}

func chained() -> Promise<Data> {
  let promise = bytes("token")
  return promise.then(digest)
}

func nested() {
  otherText().then { text in
    token().then { token in
      print(text, token)
    }
  }
}

func nestedAsAll() {
  all([otherText(), token()]).then { result in
    print(result.first ?? "", result.last ?? "")
  }
}

func withAnother(_ text: String) -> Promise<String> {
  token().then { token in
    print(text, token)
  }
}

func nestedAsFunction() {
  otherText().then { text in
    withAnother(text)
  }
}

func testValue() {
  let promise = Promise<Int> { 42 }
  print(promise.value == 42, promise.error == nil)
}
