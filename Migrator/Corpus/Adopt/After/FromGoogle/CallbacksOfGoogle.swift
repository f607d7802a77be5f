import Foundation
@_spi(GooglePromises) import GooglePromisesVocabulary

func callbacksOfGoogle(_ lines: Lines) {
  Task { @MainActor in Window(lines).show() }
}

@MainActor private final class Window {
  private let lines: Lines

  init(_ lines: Lines) { self.lines = lines }

  func show() {
    functions(1).then { number -> Promise<Int> in
      self.lines.print(number)
      return self.pending(2)
    }.then { number -> Promise<Int?> in
      self.lines.print(number)
      return self.wrapping(3)
    }.then { number -> Promise<Int> in
      self.lines.print(number ?? 0)
      return self.functions(-4)
    }.catch { error in
      self.lines.print(error)
      self.lines.end()
    }
  }

  private func functions(_ number: Int) -> Promise<Int> {
    Promise<Int>(on: .main) { fulfill, reject in
      later(number) { value, error in
        if let error { reject(error) } else { fulfill(value!) }
      }
    }
  }

  private func pending(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>.pending()
    later(number) { @Sendable value, _ in promise.fulfill(value ?? 0) }
    return promise
  }

  private func wrapping(_ number: Int) -> Promise<Int?> {
    wrap { (handler: @escaping (Int?, Error?) -> Void) in later(number, completion: handler) }
  }
}
