import Foundation
import PMKUIKit
import PromiseKit  // why
import PromiseKit;
@_exported import PromiseKit
@preconcurrency import PromiseKit
public import PromiseKit
private import PromiseKit
import class PromiseKit.Promise
import PromiseKitExtras
#if os(iOS)
  import PromiseKit
#endif

func show(_ result: PromiseKit.Result<Int>, _ other: PromiseKit.Result<Shop.Item>) -> PromiseKit.Promise<Int> {
  switch result {
  case .fulfilled(let value): print(value)
  case let .rejected(error): print(error)
  }
  switch other {
  case .fulfilled: break
  case .rejected(_): break
  }
  let (promise, seal) = PromiseKit.Promise<Int>.pending()
  if promise.isFulfilled { seal.fulfill(1) }
  return promise
}
