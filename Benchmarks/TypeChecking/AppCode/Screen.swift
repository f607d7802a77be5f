// Chains on the main actor, as in the code of a view.
import Dispatch

#if PROMISEKIT
  import PromiseKitSignatures
#else
  import PromiseConcurrency
#endif

@MainActor final class Screen {
  var title = ""
  var isBusy = false
  var orders: [Order] = []

  func load() {
    isBusy = true
    firstly {
      login("g")
    }.get { user in
      self.title = user.name
    }.then { user in
      fetchOrders(of: user.id)
    }.ensure {
      self.isBusy = false
    }.done { orders in
      self.orders = orders
    }.catch { error in
      self.title = "\(error)"
    }
  }

  func send(all lines: [Line]) -> Promise<Int> {
    let order = Order(id: 0, user: 1, total: lines.map { price(of: $0) }.reduce(0, +), lines: lines)
    return fetchUser(1).map { user in
      var mine = order
      mine.user = user.id
      return mine
    }.then { order in
      Shop.send(order)
    }.get { number in
      self.title = "order \(number)"
    }.recover { error in
      self.title = "\(error)"
      return Shop.send(order)
    }
  }

  func refresh(_ queue: DispatchQueue) {
    when(fulfilled: fetchUser(1), fetchText("title")).map(on: queue) { user, text in
      "\(user.name): \(text)"
    }.done { text in
      self.title = text
    }.ensure {
      self.isBusy = false
    }.catch { error in
      self.title = "\(error)"
    }
  }
}

enum Shop {
  static func send(_ order: Order) -> Promise<Int> { .value(order.id) }
}
