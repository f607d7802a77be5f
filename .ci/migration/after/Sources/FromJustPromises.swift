import PromiseCore
func show() { user().get(on: .main) { print($0) }.catch(on: .main) { print($0) } }
