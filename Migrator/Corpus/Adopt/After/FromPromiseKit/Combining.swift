@_spi(PromiseKit) import PromiseKitVocabulary; import Foundation

func whenFulfilled(_ lines: Lines) {
  when(fulfilled: [number(1), number(2), number(3)]).then { numbers in
    when(fulfilled: number(numbers.count), Guarantee.value("text"))
  }.done { number, text in
    lines.print(number, text)
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}

func whenResolved(_ lines: Lines) {
  when(resolved: number(1), number(-2), number(3)).done { results in
    for case .success(let number) in results { lines.print("fulfilled", number) }
    for case let .failure(error) in results { lines.print("rejected", error) }
    switch (results[0], results[1]) {
    case (.success(let a), .failure(let b)): lines.print(a, b)
    case (.success, .success), (.failure, _): lines.print("unexpected")
    }
    guard case .success? = results.last else { return lines.print("unexpected") }
    lines.print(results.filter { $0.isFulfilled }.count, results[1].isRejected)
    lines.end()
  }
}

func raceOfTwo(_ lines: Lines) {
  race(after(seconds: 30).map { "late" }, after(.milliseconds(1)).map { "early" }).done { winner in
    lines.print(winner)
    lines.end()
  }
}
