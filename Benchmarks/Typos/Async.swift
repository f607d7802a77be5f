// Steps that await. PromiseKit has none, and neither do arrays.
#if PROMISEKIT
  import PromiseKitSignatures
#endif
#if !PROMISEKIT && !ARRAYS
  import PromiseConcurrency
#endif

#if ARRAYS || PROMISEKIT
#else
  func chain() {
    login("a").map { user in
      try await translated(user.name)  // name => naem | name => id
    }.then { text in
      fetchUser(text.count)  // count => cuont | text.count => text
    }.map {
      try await translated($0.name)  // name => naem | name => id
    }.map {
      $0.count + 1  // count => cuont | 1 => "a"
    }.done { number in
      log(try await translated(number.description))  // description => descripton | number.description => number
    }.catch { error in
      log(error.text)  // text => txet | error.text => error
    }
  }
#endif
