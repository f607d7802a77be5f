import Dispatch

/// Does the same as `WithCore` with Dispatch alone: two consecutive blocks on a queue.
@main
enum Main {
  static func main() {
    let queue = DispatchQueue(label: "size")
    let finished = DispatchSemaphore(value: 0)
    let number = CommandLine.arguments.count
    queue.async {
      let next = number &+ 1
      queue.async {
        if next != 2 { print(next) }
        finished.signal()
      }
    }
    finished.wait()
  }
}
