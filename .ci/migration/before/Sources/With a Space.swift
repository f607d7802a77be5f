import PromiseKit

extension PromiseKit.Result {
  func log(_ event: PromiseKit.LogEvent) { PromiseKit.conf.logHandler(event) }
}
extension PromiseKit.Result where T == Int {}
func guarded(_ error: PromiseKit.PMKError) -> PromiseKit.Guarantee<Void> { PromiseKit.after(seconds: 1) }
let whole = PromiseKitExtras.conf, other = PromiseKit.when(fulfilled: [PromiseKit.Promise.value(1)])
