import Dispatch

/// What `SizePromise` does, by hand: two blocks on a queue, one after the other.
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
