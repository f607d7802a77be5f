import PromiseCore
func user() -> Promise<Int> { Promise.value(1) }
func none() -> Promise<Int> { Promise(error: .none) }
func show() { user().get { print($0) }.catch { print($0) }.tap { print($0) } }
