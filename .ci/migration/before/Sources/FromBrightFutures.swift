import BrightFutures
func user() -> Future<Int, ShopError> { Future(value: 1) }
func none() -> Future<Int, ShopError> { Future(error: .none) }
func show() { user().onSuccess { print($0) }.onFailure { print($0) }.andThen { print($0) } }
