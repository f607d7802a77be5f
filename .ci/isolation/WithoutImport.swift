// A file without an import of its own.

// expected-error@+1 {{cannot find type 'Promise' in scope}}
func fetch() -> Promise<Int> { fatalError() }
