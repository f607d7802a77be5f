import class PromiseKit.Guarantee
import class PromiseKit.Promise
import func PromiseKit.when

func collections(_ lines: Lines) {
  Promise.value([3, 1, 2]).mapValues { $0 * 2 }.sortedValues().filterValues { $0 > 2 }.thenMap { number in
    Guarantee.value("\(number)")
  }.compactMapValues { Int($0) }.done { numbers in
    lines.print(numbers)
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}
