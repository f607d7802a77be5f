// A producer reports its progress, and a consumer observes it. Run it with `swift run Progress`.
import Dispatch
import PromiseConcurrency

func download(_ name: String, size: Int64) -> Promise<String> {
  Promise { resolver in
    DispatchQueue.global().async {
      for done in 1...size { resolver.progress.report(done, of: size, "downloading \(name)") }
      resolver.fulfill(name)
    }
  }
}

let (start, resolver) = Promise<Void>.pending()
let small = start.then(on: nil) { download("small", size: 2) }
let large = start.then(on: nil) { download("large", size: 4) }
large.progress.weight = 3  // counts three times as much as the other

let both = when(fulfilled: small, large)
both.onProgress(on: nil) { print("\(Int($0.fractionCompleted * 100)) %  \($0.description)") }
resolver.fulfill()
print(try await both.get())
