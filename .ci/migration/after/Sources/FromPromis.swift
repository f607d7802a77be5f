import PromiseCore
func user() -> Promise<Int> { promise.fulfill(1) }
func show() { user().then { name(of: $0) }.catch { print($0) } }
