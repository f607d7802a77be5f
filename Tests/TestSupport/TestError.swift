/// An error for tests.
package enum TestError: Error, Equatable {
  case one
  case two
}
