import Dispatch
import PromiseCore

/// One chain and no other code, to measure how much the library adds to an executable.
@main
enum Main {
  static func main() {
    let queue = DispatchQueue(label: "size")
    let finished = DispatchSemaphore(value: 0)
    let number = CommandLine.arguments.count
    Promise.value(number).map(on: queue) { $0 &+ 1 }.done(on: queue) { next in
      if next != 2 { print(next) }
      finished.signal()
    }.cauterize()
    finished.wait()
  }
}
