import Measuring
import PromiseCore

/// A chain of very many links whose handlers run at once, on the thread that settles it.
enum DeepChain {
  /// A pending promise, what settles it, and the last promise of a chain of so many links.
  static func make(_ links: Int) -> (resolver: Resolver<Int>, last: Promise<Int>) {
    let (promise, resolver) = Promise<Int>.pending()
    var last = promise
    for _ in 0..<links { last = last.map(on: nil) { $0 &+ 1 } }
    return (resolver, last)
  }

  /// Settles the head, and looks whether the value has come through.
  static func settle(_ links: Int) {
    let (resolver, last) = make(links)
    resolver.fulfill(0)
    verify(last.value ?? -1, is: links)
  }

  /// Drops the chain while it is pending: everybody is told that nobody is left to settle it.
  static func drop(_ links: Int) {
    let told = Countdown(1)
    do {
      let (resolver, last) = make(links)
      last.pipe { told.arrive(with: (try? $0.get()) == nil ? 1 : 0) }
      withExtendedLifetime(resolver) {}
    }
    verify(told.wait(), is: 1)
  }
}
