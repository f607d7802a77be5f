// A file without an import of its own.
//
// verify: -swift-version 5

// expected-error@+1 {{cannot find type 'Promise' in scope}}
func fetch() -> Promise<Int> { fatalError() }
