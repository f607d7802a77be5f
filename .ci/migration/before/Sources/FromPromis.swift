import Promis
func user() -> Future<Int> { promise.setResult(1) }
func show() { user().thenWithResult { name(of: $0) }.onError { print($0) } }
