import Foundation
@_spi(PromiseKit) import PromiseKitFoundationVocabulary

func guarantees(_ lines: Lines) {
  Guarantee<Int> { seal in seal(1) }.map { $0 + 1 }.then { number in
    Guarantee.value("\(number)")
  }.done { text in
    lines.print(text)
    lines.end()
  }
}

func pendingGuarantee(_ lines: Lines) {
  let (guarantee, fulfill) = Guarantee<String>.pending()
  lines.print(guarantee.isPending)
  guarantee.done { text in
    lines.print(text, guarantee.value ?? "")
    lines.end()
  }
  fulfill("fulfilled")
}

func notification(_ lines: Lines) {
  let name = Notification.Name("Adopted")
  NotificationCenter.default.observe(once: name).done { notification in
    lines.print(notification.userInfo?["key"] as? String ?? "none")
    lines.end()
  }
  NotificationCenter.default.post(name: name, object: nil, userInfo: ["key": "value"])
}
