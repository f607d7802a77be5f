#if canImport(PromiseKitVocabulary)
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif
import Dispatch

func resolving(_ lines: Lines) {
  let (promise, seal) = Promise<Int>.pending()
  lines.print(promise.isPending, promise.isResolved, promise.value as Any)
  promise.tap { result in
    switch result {
    case .success(let value) where value > 4: lines.print("large", value)
    case .success(let value): lines.print("small", value)
    case .failure(let error): lines.print(error)
    }
  }.done { value in
    lines.print(value, promise.isFulfilled, promise.isRejected)
    lines.end()
  }.cauterize()
  seal.resolve(.fulfilled(5))
  seal.fulfill(6)
  seal.reject(Failure.small)
}

func resolvingWithNothing(_ lines: Lines) {
  Promise<Void> { seal in seal.fulfill_() }.then { Promise() }.done {
    lines.print("done")
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}

func resolvingWithNeither(_ lines: Lines) {
  Promise<Int> { seal in seal.resolve(Int?.none, Failure?.none) }.done { _ in
    lines.print("unexpected")
  }.catch { error in
    if case PMKError.invalidCallingConvention = error { lines.print("neither") }
  }.finally {
    lines.end()
  }
}

func onQueues(_ lines: Lines) {
  DispatchQueue.global().async(.promise) { 1 }.map(on: .global()) { $0 + 1 }.done(on: nil) { number in
    lines.print(number)
  }.ensure(on: .main) {
    lines.end()
  }.cauterize()
}
