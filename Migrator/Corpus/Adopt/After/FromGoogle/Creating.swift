@_spi(GooglePromises) import GooglePromisesVocabulary
import Foundation

func creating(_ lines: Lines) {
  let promise = Promise<Int>.pending()
  lines.print(promise.isPending)
  promise.then { number -> String in
    lines.print(number)
    return "\(number)"
  }.then(on: .global()) { text in
    lines.print(text)
    lines.end()
  }
  promise.fulfill(1)
  promise.reject(Failure.small)
}

func creatingWithWork(_ lines: Lines) {
  Promise<Int>(on: .global()) { 4 }.then { number -> Promise<Int> in
    if number > 3 { return Promise(Failure.large(number)) }
    return Promise(number)
  }.catch { error in
    lines.print(error)
    lines.end()
  }
}

func returnedErrors(_ lines: Lines) {
  Promise(1).then { _ in Failure.small }.then { _ in
    lines.print("is not called")
  }.catch { error in
    lines.print("catch", error)
    lines.end()
  }
}

func wrapping(_ lines: Lines) {
  wrap { (handler: @escaping (Int?, Error?) -> Void) in later(5, completion: handler) }.then { number in
    lines.print(number ?? 0)
    lines.end()
  }
}
