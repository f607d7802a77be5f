import Foundation
@_spi(PromiseKit) import PromiseCore  // why
@_spi(PromiseKit) import PromiseCore;
@_spi(PromiseKit) import PromiseCore
@_spi(PromiseKit) import PromiseCore
@_spi(PromiseKit) public import PromiseCore
@_spi(PromiseKit) private import PromiseCore
@_spi(PromiseKit) import PromiseCore
import PromiseKitExtras
#if os(iOS)
  @_spi(PromiseKit) import PromiseCore
#endif

func show(_ result: Result<Int, any Error>, _ other: Result<Shop.Item, any Error>) -> PromiseCore.Promise<Int> {
  switch result {
  case .success(let value): print(value)
  case let .failure(error): print(error)
  }
  switch other {
  case .success: break
  case .failure(_): break
  }
  let (promise, seal) = PromiseCore.Promise<Int>.pending()
  if promise.isFulfilled { seal.fulfill(1) }
  return promise
}
