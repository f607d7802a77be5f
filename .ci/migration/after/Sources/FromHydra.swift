import PromiseCore
func user() -> Promise<Int> { Promise<Int>(on: .global()) { resolve, reject, _ in resolve(1) } }
func two() -> Promise<Int> { Promise.value(2) }
func show() { user().then(on: .main) { print($0) }.catch(on: errors) { print($0) } }
