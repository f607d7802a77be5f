/// An error to fail with.
package enum TestError: Error, Equatable {
  case one
  case two
}
