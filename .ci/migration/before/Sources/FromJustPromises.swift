import JustPromises
func show() { user().continuationWithResult(onQueue: .main) { print($0) }.continuationWithError(onQueue: .main) { print($0) } }
