import Hydra
func user() -> Promise<Int> { Promise<Int>(in: .background) { resolve, reject, _ in resolve(1) } }
func two() -> Promise<Int> { Promise(resolved: 2) }
func show() { user().then(in: .main) { print($0) }.catch(in: .custom(queue: errors)) { print($0) } }
