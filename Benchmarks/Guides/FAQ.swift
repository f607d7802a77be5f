// The calls of PromiseKit's guides "FAQ" and "Troubleshooting", one function for each example.
import Dispatch
import Foundation

#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

// MARK: FAQ

func ofVoid() {
  let a = Promise()
  let b = Promise.value(())
  print(a, b)
}

func returnVoid(_ isThere: Bool) -> Promise<Void> {
  guard isThere else {
    return Promise()
  }
  return work()
}

func returnValue(_ isThere: Bool) -> Promise<Person> {
  guard isThere else {
    return .value(Person())
  }
  return person()
}

func bodyRunsAtOnce() {
  let test = Promise<Bool> {
    print("The body runs.")
    return $0.fulfill(true)
  }
  print(test)
}

func bodyThatWaits() {
  let test = Promise<Bool> { seal in
    print("The body runs.")
    DispatchQueue.main.asyncAfter(deadline: .now() + 3.0) {
      print("Later.")
      return seal.fulfill(true)
    }
  }
  print(test)
}

func queuesOfTests() {
  conf.Q.map = nil
  conf.Q.return = nil
}

func queuesOfServers() {
  conf.Q = (map: DispatchQueue.global(), return: DispatchQueue.global())
}

func queuesOfOwn() {
  let queue = DispatchQueue(label: "q", qos: .default, attributes: .concurrent, autoreleaseFrequency: .workItem)
  conf.Q = (map: queue, return: queue)
  after(seconds: 1.0).done {
    print("sending")
    print("done")
  }
}

func logHandler() {
  conf.logHandler = { event in }
}

// MARK: Troubleshooting

func thenWhereMapWasMeant() -> Promise<Person> {
  return firstly {
    request(url)
  }.compactMap {
    try JSONSerialization.jsonObject(with: $0.data) as? [String: Any]
  }.map { dict in
    Person(dict: dict)
  }
}

func statements() -> Promise<String> {
  return firstly {
    text()
  }.then { it in
    print(it)
    return text(of: it)
  }
}

func statementsWithParameterType() -> Promise<String> {
  return firstly {
    text()
  }.then { (it: String) in
    print(it)
    return text(of: it)
  }
}

func statementsWithTypes() -> Promise<String> {
  return firstly {
    text()
  }.then { (it: String) -> Promise<String> in
    print(it)
    return text(of: it)
  }
}

func parameterLeftOut() -> Promise<Void> {
  return firstly {
    launch()
  }.then { _ in
    when(fulfilled: work(), work())
  }
}

func innerFunction() {
  func fluff() -> Promise<Void> {
    let a = work()
    let b = work()
    return when(fulfilled: a, b)
  }
  firstly {
    work()
  }.then {
    fluff()
  }
}

func pendingForEver() -> Promise<String> {
  return Promise<String> { seal in
    later { value, error in
      if let value = value as? String {
        seal.fulfill(value)
      } else if let error = error {
        seal.reject(error)
      }
    }
  }
}

func everyWay() -> Promise<String> {
  return Promise<String> { seal in
    later { value, error in
      if let value = value as? String {
        seal.fulfill(value)
      } else if let error = error {
        seal.reject(error)
      } else if value != nil {
        seal.reject(Trouble.mine)
      } else {
        seal.reject(PMKError.invalidCallingConvention)
      }
    }
  }
}
