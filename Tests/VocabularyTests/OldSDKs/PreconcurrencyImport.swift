@preconcurrency import CallbackSDK
import PromiseConcurrency

@MainActor func loadWithPreconcurrencyImport() -> Promise<String> {
  Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }
}
