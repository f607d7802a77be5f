// Named parameters of tuples, `+` and `when` with three promises.
#if PROMISEKIT
  import PromiseKitSignatures
#endif
#if !PROMISEKIT && !ARRAYS
  import PromiseConcurrency
#endif

#if ARRAYS
  func chain() {
    login("a").flatMap { user in
      fetchUser(user.id).map { friend in (user, friend) }  // id => idd | id => name
    }.flatMap { pair in
      zip(zip(fetchUser(pair.0.id), fetchUser(pair.1.id)), fetchUser(1))  // 1.id => 1.idd | 1.id => 1.name
    }.map { pair, c in
      pair.0.id + pair.1.id + c.id  // c.id => c.idd | c.id => c.name
    }.map { sum in
      (sum, sum.magnitude)  // magnitude => magnitud | sum.magnitude => sum.name
    }.filter { sum, size in
      alarm("\(sum + size.hashValue)")  // hashValue => hashVlaue | size.hashValue => size
    }.forEach { sum, size in
      log(sum.description)  // description => descripton | sum.description => sum
    }
  }
#else
  func chain() {
    login("a").then { user in
      fetchUser(user.id).map { friend in (user, friend) }  // id => idd | id => name
    }.then { pair in
      when(fulfilled: fetchUser(pair.0.id), fetchUser(pair.1.id), fetchUser(1))  // 1.id => 1.idd | 1.id => 1.name
    }.map { a, b, c in
      a.id + b.id + c.id  // c.id => c.idd | c.id => c.name
    }.map { sum in
      (sum, sum.magnitude)  // magnitude => magnitud | sum.magnitude => sum.name
    }.done { sum, size in
      log("\(sum + size.hashValue)")  // hashValue => hashVlaue | size.hashValue => size
    }.catch { error in
      log(error.text)  // text => txet | error.text => error
    }
  }
#endif
