@_spi(PromiseKit) import PromiseKitVocabulary

func collections(_ lines: Lines) {
  let doubled: Promise<[Int]> = Promise.value([3, 1, 2]).mapValues { number in number * 2 }
  let large = doubled.sortedValues().filterValues { number in number > 2 }
  large.thenMap { number in
    Guarantee.value(number + 1)
  }.compactMapValues { number in
    number > 5 ? "\(number)" : nil
  }.done { texts in
    lines.print(texts)
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}
