/// An error that is told from others of its kind by a number.
package struct Numbered: Error, Equatable {
  package let number: Int
  package init(number: Int) { self.number = number }
}
