@_spi(PromiseKit) import PromiseFoundation

func user(_ url: URL) -> Promise<Data> {
  URLSession.shared.dataTask(.promise, with: url).validate().map { $0.data }
}
func appeared() async -> Notification { await NotificationCenter.default.observe(once: .appeared).async() }
