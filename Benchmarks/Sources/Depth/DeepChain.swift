import Measuring
import PromiseCore

/// A very long chain with inline handlers, which run on the thread that settles the first promise.
enum DeepChain {
  /// Returns the resolver of a pending promise and the last promise of a chain of `links` steps.
  static func make(_ links: Int) -> (resolver: Resolver<Int>, last: Promise<Int>) {
    let (promise, resolver) = Promise<Int>.pending()
    var last = promise
    for _ in 0..<links { last = last.map(on: nil) { $0 &+ 1 } }
    return (resolver, last)
  }

  /// Settles the first promise and checks that the value reaches the last one.
  static func settle(_ links: Int) {
    let (resolver, last) = make(links)
    resolver.fulfill(0)
    verify(last.value ?? -1, is: links)
  }

  /// Releases the chain while it is pending, which abandons every promise.
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
