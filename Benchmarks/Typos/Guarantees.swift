// `recover` to a promise, a guarantee in the middle, and another one at the end.
#if PROMISEKIT
  import PromiseKitSignatures
#endif
#if !PROMISEKIT && !ARRAYS
  import PromiseConcurrency
#endif

#if ARRAYS
  func chain() {
    login("a").flatMap { user in
      cached(user.id)  // id => idd | user.id => user.name
    }.map { user in
      user.friends.count  // friends => freinds | user.friends => user.id
    }.flatMap { number in
      fetchUser(number.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.flatMap { user in
      fetchUser(user.name.count)  // name => naem | name.count => name
    }.flatMap { user in
      cached(user.id)  // id => idd | user.id => user.name
    }.forEach { user in
      log(user.name)  // name => naem | name => id
    }
  }
#else
  func chain() {
    login("a").then { user in
      cached(user.id)  // id => idd | user.id => user.name
    }.map { user in
      user.friends.count  // friends => freinds | user.friends => user.id
    }.then { number in
      fetchUser(number.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.recover { error in
      fetchUser(error.text.count)  // text => txet | error.text.count => error
    }.recover { error in
      cached(error.text.count)  // text => txet | error.text.count => error
    }.done { user in
      log(user.name)  // name => naem | name => id
    }
  }
#endif
