import Foundation
@_spi(PromiseKit) import PromiseKitVocabulary

func callbacks(_ lines: Lines) {
  Task { @MainActor in Screen(lines).show() }
}

@MainActor private final class Screen {
  private let lines: Lines
  private var count = 0

  init(_ lines: Lines) { self.lines = lines }

  func show() {
    firstly {
      trailing(1)
    }.then { _ in
      self.parentheses(2)
    }.then { _ in
      self.pending(3, prefix: "number ")
    }.then { text in
      self.typed(text.count)
    }.then { _ in
      self.guarantee(5)
    }.done { number in
      self.lines.print("guarantee", number)
    }.then {
      self.counted(6)
    }.then { _ in
      self.nothing(7)
    }.then {
      self.trailing(-8)
    }.catch { error in
      self.lines.print(error, self.count)
    }.finally {
      self.lines.end()
    }
  }

  private func trailing(_ number: Int) -> Promise<Int> {
    Promise { seal in later(number) { @Sendable in seal.resolve($0, $1) } }
  }

  private func parentheses(_ number: Int) -> Promise<Int> {
    Promise { seal in later(number, completion: seal.resolve) }
  }

  private func pending(_ number: Int, prefix: String) -> Promise<String> {
    let (promise, seal) = Promise<String>.pending()
    let suffix = "."
    later(number) { @Sendable value, error in  // Both are optional.
      if let error = error { return seal.reject(error) }
      seal.fulfill("\(prefix)\(value!)\(suffix)")
    }
    return promise.get { self.lines.print($0) }
  }

  private func typed(_ number: Int) -> Promise<Int> {
    Promise { seal in
      later(number, completion: { @Sendable (value: Int?, error: Error?) in
        // A number is enough.
        seal.resolve(value, error)
      })
    }
  }

  private func guarantee(_ number: Int) -> Guarantee<Int> {
    Guarantee { seal in
      later(number) { @Sendable in
        seal($0 ?? ($1 == nil ? 0 : -1))
      }
    }
  }

  private func counted(_ number: Int) -> Promise<Int> {
    Promise { seal in
      later(number) { value, error in
        DispatchQueue.main.async {
          self.count += 1
          seal.resolve(value, error)
        }
      }
    }
  }

  private func nothing(_ number: Int) -> Promise<Void> {
    Promise { seal in later(number) { @Sendable _, _ in seal.fulfill(()) } }
  }
}
