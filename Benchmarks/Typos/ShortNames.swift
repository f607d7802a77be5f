// Six steps with shorthand parameters. Each comment holds the edits for a misspelled member and for a wrong type.
#if ARRAYS
  func chain() {
    login("a")
      .flatMap { fetchOrders(of: $0.id) }  // id => idd | id => name
      .map { $0.map(\.total).reduce(0, +) }  // total => totl | total => articles
      .flatMap { fetchText("\($0.rounded())") }  // rounded => ronded | "\($0.rounded())" => $0.rounded()
      .map { $0.utf8.count }  // utf8 => uft8 | utf8.count => prefix("a").count
      .filter { alarm($0.description) }  // description => descripton | $0.description => $0
      .forEach { log($0.description) }  // description => descripton | $0.description => $0
  }
#else
  func chain() {
    login("a")
      .then { fetchOrders(of: $0.id) }  // id => idd | id => name
      .map { $0.map(\.total).reduce(0, +) }  // total => totl | total => articles
      .then { fetchText("\($0.rounded())") }  // rounded => ronded | "\($0.rounded())" => $0.rounded()
      .map { $0.utf8.count }  // utf8 => uft8 | utf8.count => prefix("a").count
      .done { log($0.description) }  // description => descripton | $0.description => $0
      .catch { log($0.text) }  // text => txet | $0.text => $0
  }
#endif
