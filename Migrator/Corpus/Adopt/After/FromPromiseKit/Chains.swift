import Foundation
@_spi(PromiseKit) import PromiseKitVocabulary  // The names of this file are those of PromiseKit.

func chain(_ lines: Lines) {
  firstly {
    number(1)
  }.then { first in
    number(first + 1).map { second in (first, second) }
  }.get { pair in
    lines.print("get", pair.0, pair.1)
  }.map { pair in
    pair.0 + pair.1
  }.compactMap { sum in
    sum > 0 ? "\(sum)" : nil
  }.tap { result in
    switch result {
    case .success(let text): lines.print("tap", text)
    case .failure: lines.print("tap failed")
    }
  }.done { text in
    lines.print("done", text)
  }.ensure {
    lines.print("ensure")
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}

func chainThatFails(_ lines: Lines) {
  number(-3).map { number in
    lines.print("is not called", number)
  }.tap { result in
    // A comment with `case .fulfilled` in it.
    if case .failure(Failure.large(let size)) = result { lines.print("large", size) }
    if case let .failure(error as Failure) = result { lines.print("tap", error) }
  }.catch { error in
    lines.print("catch", error)
  }.finally {
    lines.end()
  }
}

func number(_ number: Int) -> Promise<Int> {
  Promise { seal in later(number) { seal.resolve($0, $1) } }
}
