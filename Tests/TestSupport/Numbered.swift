/// An error that is identified by a number.
package struct Numbered: Error, Equatable {
  package let number: Int
  package init(number: Int) { self.number = number }
}
