import Foundation
@_spi(GooglePromises) import GooglePromisesVocabulary
// of an array

func timeouts(_ lines: Lines) {
  let pending = Promise<Int>.pending()
  pending.timeout(0.01).catch { error in
    lines.print(error is PromiseCore.PromiseError, pending.isPending, "import Promises")
    lines.end()
  }
}

func blocking(_ lines: Lines) {
  DispatchQueue.global().async {
    let number = try? awaitPromise(digits(3))
    lines.print(number ?? 0, (try? GooglePromisesVocabulary.awaitPromise(digits(-3))) ?? 0)
    lines.end()
  }
}

func comparisonsWithNil(_ lines: Lines) {
  let nothing: PromiseCore.Promise<Int?> = Promise(Optional<Int>.none)
  let something = Promise<Int?>(4)
  GooglePromisesVocabulary.all([nothing, something]).then { numbers in
    lines.print(nothing.value == nil, something.value == nil, nothing.error == nil, numbers.count)
    lines.print(something.value == 4, something.value != nil)
    lines.end()
  }
}

func retrying(_ lines: Lines) {
  retry(attempts: 2, delay: 0.001, condition: { left, error in
    lines.print(left, error)
    return true
  }) {
    digits(-1)
  }.catch { error in
    lines.print("catch", error)
    lines.end()
  }
}
