// The calls of google/promises' README and API documentation, one function for each example.
// Benchmarks/check-guides compiles the file with this library and with the signatures of google/promises.
import Foundation

#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

// MARK: Overview

func overviewChain() -> Promise<[Icon]> {
  return Server.me().then(Server.friends).then { friends in
    all(friends.map(Server.icon(_:)))
  }
}

func overviewUse() { icons().then(show).catch(alert) }

// MARK: Creating

func createAsyncOnQueue() -> Promise<String> {
  let promise = Promise<String>(on: .main) { fulfill, reject in
    if works {
      fulfill("yes")
    } else {
      reject(Failed())
    }
  }
  return promise
}

func createAsync() -> Promise<String> {
  let promise = Promise<String> { fulfill, reject in
    if works {
      fulfill("yes")
    } else {
      reject(Failed())
    }
  }
  return promise
}

func createValue() -> Promise<String> {
  return Promise { () -> String in
    guard works else { throw Failed() }
    return "yes"
  }
}

func createPromise() -> Promise<String> {
  return Promise { () -> Promise<String> in
    guard works else { throw Failed() }
    return otherText()
  }
}

func createPending() -> Promise<String> {
  let promise = Promise<String>.pending()
  if works {
    promise.fulfill("yes")
  } else {
    promise.reject(Failed())
  }
  return promise
}

func createResolved(_ url: URL) -> Promise<Data?> {
  if url.absoluteString.isEmpty {
    return Promise(nil)
  }
  return load(url)
}

// MARK: then

func thenPromise() {
  let start = Promise(42)
  let next = start.then { number in
    return text(of: number)
  }
  print(next)
}

func thenValue() {
  let start = Promise(42)
  let next = start.then { number in
    return String(number)
  }
  print(next)
}

func thenThrow() {
  let start = Promise(42)
  let next = start.then { number in
    throw NSError(domain: "", code: 0, userInfo: nil)
  }
  print(next)
}

func thenVoid() {
  let start = Promise(42)
  let next = start.then { number in
    print(number)
  }
  print(next)
}

func thenOnQueue(_ start: Promise<Int>) {
  start.then(on: background) { number in
    return String(number)
  }
}

func thenPipeline() {
  func first(_ text: String) -> Promise<String> {
    return Promise {
      return text
    }
  }
  func second(_ text: String) -> Promise<Int> {
    return Promise {
      return Int(text) ?? 0
    }
  }
  first("10").then { text in
    return second(text)
  }.then { number in
    return square(number)
  }.then { number in
    print(number)
  }
}

func thenPipelineOfNames() {
  otherText().then(parse).then(square).then { number in
    print(number)
  }
}

func thenReturningAnInteger() {
  otherText().then { text in
    return 5
  }
}

func thenWithTypeOfClosure() {
  otherText().then { text -> String in
    print("5")
    return "5"
  }
}

// MARK: catch

func catchOne() {
  number(in: "abc").catch { error in
    print("No number: \(error)")
  }
}

func catchPipeline() {
  func second(_ text: String) -> Promise<Int> {
    return Promise { () -> Int in
      guard let number = Int(text), number > 0 else { throw Failed() }
      return number
    }
  }
  otherText().then { text in
    return second(text)
  }.then { number in
    return square(number)
  }.then { number in
    print(number)
  }.catch { error in
    print("No number: \(error)")
  }
}
