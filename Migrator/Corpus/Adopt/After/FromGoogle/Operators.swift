import Foundation
@_spi(GooglePromises) import GooglePromisesVocabulary

func thens(_ lines: Lines) {
  digits(1).then { number in
    digits(number)
  }.then { number in
    number + 1
  }.then { number in
    lines.print("then", number)
  }.always {
    lines.print("always")
    lines.end()
  }
}

func catching(_ lines: Lines) {
  digits(-1).then { number in
    lines.print("is not called", number)
  }.catch { error in
    lines.print("catch", error)
  }.recover { error -> Int in
    lines.print("recover", error)
    return 3
  }.then { number in
    lines.print(number)
    lines.end()
  }
}

func recoveringToPromise(_ lines: Lines) {
  digits(-1).recover { _ in digits(2) }.validate { $0 > 100 }.catch { error in
    if case PromiseError.validationFailure = error { lines.print("invalid") }
  }.always {
    lines.end()
  }
}

func reducing(_ lines: Lines) {
  Promise<String>("0").reduce(1, 2, 3) { text, number in
    Promise<String>("\(text), \(number)")
  }.then { text in
    lines.print(text)
    lines.end()
  }
}

func digits(_ number: Int) -> Promise<Int> {
  Promise<Int> { fulfill, reject in
    later(number) { value, error in
      if let error { reject(error) } else { fulfill(value!) }
    }
  }
}
