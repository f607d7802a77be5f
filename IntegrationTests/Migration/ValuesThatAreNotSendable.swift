// Promises of values that are not `Sendable`, in the Swift 5 mode, as Migration.md describes them.
//
// compiles: -swift-version 5
// compiles: -swift-version 5 -strict-concurrency=complete
import Dispatch
import Foundation
@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary

class Model { var count = 1 }
typealias JSON = [String: Any]

// MARK: Types

protocol Loader {
  associatedtype Item
  func load() -> Promise<Item>
}

struct Results {
  let dictionary: Promise<NSDictionary>
  let array: Guarantee<NSMutableArray>
}

class Cache<Item> {
  var promise: Promise<Item>?
  init(_ item: Item) { promise = .value(item) }
  func map<Other>(_ transform: @escaping (Item) -> Other) -> Promise<Other> { promise!.map(transform) }
}

extension Promise where Value == JSON {
  func name() -> Promise<String> { map { $0["name"] as? String ?? "" } }
}

// MARK: Creating

func generic<T>(_ value: T) -> Promise<T> { .value(value) }

func decode<T: Decodable>(_ type: T.Type, _ data: Data) -> Promise<T> {
  Promise { seal in seal.fulfill(try JSONDecoder().decode(type, from: data)) }
}

func pending() -> Promise<Any> {
  let (promise, seal) = Promise<Any>.pending()
  seal.fulfill(1)
  return promise
}

func wrapping(_ load: @escaping (@escaping (JSON?, Error?) -> Void) -> Void) -> Promise<JSON> {
  Promise { load($0.resolve) }
}

func inBackground() -> Promise<Model> { DispatchQueue.global().async(.promise) { Model() } }

func unlabeled(_ model: Model) -> Promise<Model> { Promise(model) }

// MARK: Chains

func chain(_ models: Promise<Model>) -> Promise<Model> {
  firstly {
    models
  }.then { model -> Promise<Model> in
    model.count += 1
    return .value(model)
  }.recover { _ in
    Promise.value(Model())
  }.get {
    print($0.count)
  }.tap {
    print($0)
  }
}

func casts(_ json: Promise<JSON>) {
  json.then { dictionary -> Promise<Any?> in
    .value(dictionary["a"])
  }.map {
    $0 as? Int
  }.done {
    print($0 as Any)
  }.ensure {
    print("ended")
  }.catch {
    print($0)
  }
  print(json.value as Any, json.result as Any)
}

func compact(_ value: Promise<Any?>) { value.compactMap { $0 as? Int }.done { print($0) }.cauterize() }

// MARK: Combinators

func tuple(_ a: Promise<JSON>, _ b: Promise<Model>) -> Promise<(JSON, Model)> { when(fulfilled: a, b) }
func array(_ models: [Promise<Model>]) -> Promise<[Model]> { when(fulfilled: models) }
func first(_ a: Promise<Model>, _ b: Promise<Model>) -> Promise<Model> { race(a, b) }
