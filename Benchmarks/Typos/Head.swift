// `firstly` at the head and `ensure` near the end.
#if PROMISEKIT
  import PromiseKitSignatures
#endif
#if !PROMISEKIT && !ARRAYS
  import PromiseConcurrency
#endif

#if ARRAYS
  func chain() {
    [1].flatMap { number in
      fetchUser(number.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.flatMap { u in
      fetchUser(u.id)  // id => idd | u.id => u.name
    }.map { u in
      u.id  // id => idd | u.id => log(u)
    }.filter {
      alarm($0.description)  // description => descripton | $0.description => $0
    }.filter { number in
      alarm(number.description)  // description => descripton | number.description => number
    }.forEach {
      log($0.description)  // description => descripton | $0.description => $0
    }
  }
#else
  func chain() {
    firstly {
      fetchUser(1.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.then { u in
      fetchUser(u.id)  // id => idd | u.id => u.name
    }.map { u in
      u.id  // id => idd | u.id => log(u)
    }.done {
      log($0.description)  // description => descripton | $0.description => $0
    }.ensure {
      log(1.description)  // description => descripton | 1.description => 1
    }.catch {
      log($0.text)  // text => txet | $0.text => $0
    }
  }
#endif
