// Six steps with named parameters. Each comment holds the edits for a misspelled member and for a wrong type.
#if ARRAYS
  func chain() {
    login("a").flatMap { user in
      fetchOrders(of: user.id)  // id => idd | id => name
    }.map { orders in
      orders.flatMap(\.articles)  // articles => artciles | articles => total
    }.map { articles in
      articles.filter { $0.hasPrefix("a") }.count  // hasPrefix => hasPrefx | "a" => 1
    }.flatMap { number in
      fetchUser(number.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.filter { user in
      alarm(user.name)  // name => naem | name => id
    }.forEach { user in
      log(user.name)  // name => naem | name => id
    }
  }
#else
  func chain() {
    login("a").then { user in
      fetchOrders(of: user.id)  // id => idd | id => name
    }.map { orders in
      orders.flatMap(\.articles)  // articles => artciles | articles => total
    }.map { articles in
      articles.filter { $0.hasPrefix("a") }.count  // hasPrefix => hasPrefx | "a" => 1
    }.then { number in
      fetchUser(number.magnitude.hashValue)  // hashValue => hashVlaue | hashValue => description
    }.done { user in
      log(user.name)  // name => naem | name => id
    }.catch { error in
      log(error.text)  // text => txet | error.text => error
    }
  }
#endif
