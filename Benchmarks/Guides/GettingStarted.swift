// The calls of PromiseKit's guide "Getting Started", one function for each example.
import Dispatch
import Foundation

#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

@MainActor final class Screen {
  var picture: Picture?
  var label = ""
  var isBusy = false

  func thenDone() {
    firstly {
      login()
    }.then { credentials in
      fetch(picture: credentials.user)
    }.done { picture in
      self.picture = picture
    }
  }

  func thenDoneCatch() {
    firstly {
      login()
    }.then { credentials in
      fetch(picture: credentials.user)
    }.done { picture in
      self.picture = picture
    }.catch { error in
      print(error)
    }
  }

  func ensureAfterAll() {
    firstly {
      isBusy = true
      return login()
    }.then {
      fetch(picture: $0.user)
    }.done {
      self.picture = $0
    }.ensure {
      self.isBusy = false
    }.catch { _ in
    }
  }

  func extensions() {
    firstly {
      text()
    }.then { place in
      text(of: place)
    }.done { places in
      self.label = "\(places.first ?? " ")"
    }
  }
}

func whenTwo() {
  firstly {
    when(fulfilled: text(), number())
  }.done { text, number in
    use(text, number)
  }
}

func promiseOfResolve() -> Promise<String> {
  return Promise { text(completion: $0.resolve) }
}

func promiseOfSeal() -> Promise<String> {
  return Promise { seal in
    text { result, error in
      seal.resolve(result, error)
    }
  }
}

func guaranteeOfSeal() -> Guarantee<String> {
  return Guarantee { seal in
    sureText { result in
      seal(result)
    }
  }
}

func guaranteeOfFunction() -> Guarantee<String> {
  return Guarantee(resolver: sureText)
}

func compactMapOfJSON() {
  firstly {
    request(url)
  }.compactMap {
    try JSONSerialization.jsonObject(with: $0.data) as? [String]
  }.done { strings in
    print(strings)
  }.catch { error in
    print(error)
  }
}

func getThenDone() {
  firstly {
    text()
  }.get { text in
    print(text)
  }.done { text in
    print(text)
  }
}

func tapThenDone() {
  firstly {
    text()
  }.tap {
    print($0)
  }.done { _ in
  }.catch { _ in
  }
}

func withFirstly() {
  firstly {
    login()
  }.then { credentials in
    text(of: credentials.user)
  }
}

func withoutFirstly() {
  login().then { credentials in
    text(of: credentials.user)
  }
}

func shortClosure() {
  text().then {
    text(of: $0)
  }
}

func closureWithItsType() {
  text().then { it -> Promise<String> in
    return text(of: it)
  }
}
