@_spi(PromiseKit) import PromiseCore

extension Result where Failure == any Error {
  func log(_ event: PromiseCore.LogEvent) { PromiseCore.conf.logHandler(event) }
}
extension Result where Failure == any Error, T == Int {}
func guarded(_ error: PromiseCore.PMKError) -> PromiseCore.Guarantee<Void> { PromiseCore.after(seconds: 1) }
let whole = PromiseKitExtras.conf, other = PromiseCore.when(fulfilled: [PromiseCore.Promise.value(1)])
