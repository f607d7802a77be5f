import Dispatch
import Foundation
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

// What the comments of PromiseCore show of making promises, of handlers and of progress.

private struct User: Codable, Equatable {
  var name: String
}

private struct HTTPError: Error {
  var status: Int
}

private struct Page {
  var status: Int
  var text: String
}

private let url = "an address"
private let id = 1

// Interfaces with completion handlers.

private func load(_ url: String, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(Data(url.utf8), nil) }
}

private func download(
  _ url: String, onBytes: @escaping @Sendable (Int64) -> Void,
  completion: @escaping @Sendable (Result<Data, any Error>) -> Void
) {
  DispatchQueue.main.async {
    for bytes in 1...url.utf8.count { onBytes(Int64(bytes)) }
    completion(.success(Data(url.utf8)))
  }
}

private func decrypt(_ data: Data) -> Data { Data(data.reversed()) }

private func askForPermission(_ answer: @escaping @Sendable (Bool) -> Void) {
  DispatchQueue.global().async { answer(true) }
}

private func animate(completion: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: completion) }

// The same, as promises.

private func download(_ url: String) -> Promise<Data> {
  let size = Int64(url.utf8.count)
  return
    Promise<Data> { resolver in
      download(
        url, onBytes: { @Sendable in resolver.progress.report($0, of: size) }, completion: resolver.resolve)
    }
}

private func login() -> Promise<User> { .value(User(name: "Ada")) }
private func fetchUser() -> Promise<User> { .value(User(name: "Ada")) }
private func fetchUser(_ id: Int) -> Promise<User> { .value(User(name: "Ada")) }
private func fetchAvatar(of user: User) -> Promise<String> { .value("\(user.name)'s avatar") }

@MainActor private final class Album {
  final class ImageView {
    var image = ""
  }

  let imageView = ImageView()

  func load() -> Promise<Void> {
    firstly {
      fetchUser(id)
    }.then { user in
      fetchAvatar(of: user)
    }.done { avatar in
      self.imageView.image = avatar
    }.catch { error in
      self.show(error)
    }
  }

  private func show(_ error: any Error) { imageView.image = "\(error)" }
}

@MainActor private final class Downloads {
  final class Bar {
    var value: Double? = 0
  }

  let bar = Bar()
  private(set) var shown = Data()

  func load() -> Promise<Void> {
    download(url).onProgress { self.bar.value = $0.fractionCompleted }.done { self.show($0) }
  }

  private func show(_ data: Data) { shown = data }
}

private struct NotFound: Error {}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MakingComments {
  private let shown = Log<String>()

  @Test func `creating promises`() async throws {
    func data(at url: String) -> Promise<Data> {
      Promise<Data> { resolver in
        load(url, completion: resolver.resolve)
      }
    }
    func decrypted(at url: String) -> Promise<Data> {
      Promise<Data> { resolver in
        load(url) { @Sendable data, error in resolver.resolve(data.map(decrypt), error) }
      }
    }
    func permission() -> Guarantee<Bool> {
      Guarantee<Bool> { seal in askForPermission(seal) }
    }
    let data = try await data(at: url).get()
    let decrypted = try await decrypted(at: url).get()
    let granted = await permission().get()
    #expect(data == Data(url.utf8) && decrypted == Data(data.reversed()) && granted)
  }

  @Test func `calling completion handlers`() async throws {
    func load(_ url: String) -> Promise<Data> { .value(Data(url.utf8)) }
    func load(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
      load(url).complete(completion)
    }
    func load(_ url: URL) -> Promise<Data> { load(url.absoluteString) }
    let url = try #require(URL(string: "https://example.org"))
    let data = try await wrap { handler in load(url, completion: handler) }.get()
    #expect(data == Data("https://example.org".utf8))
  }

  @Test func `work on queues`() async throws {
    let file = URL(fileURLWithPath: #filePath)
    func read() -> Promise<Void> {
      DispatchQueue.global().async(.promise) { try Data(contentsOf: file) }.done { show($0) }
    }
    func appear() -> Promise<Void> {
      wrap { handler in animate(completion: handler) }.done { showButtons() }
    }
    func avatar() -> Promise<String> {
      firstly { login() }.then { user in fetchAvatar(of: user) }
    }
    try await read().get()
    try await appear().get()
    try await show(avatar().get())
    let source = try String(contentsOf: file, encoding: .utf8)
    #expect(shown.entries == ["\(source.utf8.count) bytes", "buttons", "Ada's avatar"])
  }

  @Test func `chains`() async throws {
    let avatar =
      login().then { user in fetchAvatar(of: user) }
    let again =
      fetchUser().get { print($0) }.then { fetchAvatar(of: $0) }
    let name =
      fetchUser().map(\.name)
    #expect(try await [avatar.get(), again.get(), name.get()] == ["Ada's avatar", "Ada's avatar", "Ada"])
  }

  @Test func `transforming values`() async throws {
    func fetch(_ url: String) -> Promise<Data> { Promise { try JSONEncoder().encode(User(name: url)) } }
    func user() -> Promise<User> {
      fetch(url).map { data in try JSONDecoder().decode(User.self, from: data) }
    }
    func page() -> Promise<Page> {
      func fetch(_ url: String) -> Promise<Page> { .value(Page(status: 404, text: "not found")) }
      return
        fetch(url).validate { $0.status == 200 }
    }
    func read(_ file: String) -> Promise<String> { .value("forty-two") }
    func number(in file: String) -> Promise<Int> {
      read(file).compactMap { Int($0) }
    }
    #expect(try await user().get().name == url)
    try await expectRejected(page(), throws: PromiseError.validationFailed, within: .testLimit)
    try await expectRejected(number(in: "a file"), within: .testLimit)
  }

  @Test func `recovering from errors`() async throws {
    let placeholder = "none"
    func fetch(_ url: String) -> Promise<String> { Promise(error: NotFound()) }
    func page() -> Promise<String> {
      fetch(url).recover { error in
        guard error is NotFound else { throw error }
        return .value(placeholder)
      }
    }
    func pageOrPlaceholder() -> Promise<String> {
      fetch(url).recover { _ in placeholder }
    }
    #expect(try await page().get() == placeholder)
    #expect(try await pageOrPlaceholder().get() == placeholder)
  }

  @Test func `handling errors`() async throws {
    func fetch(_ url: String) -> Promise<String> { Promise(error: HTTPError(status: 404)) }
    func attempt() -> Promise<String> {
      fetch(url).catch(only: HTTPError.self) { print($0.status) }.catch { print("something else:", $0) }
    }
    func load() {
      showSpinner()
      fetch(url).ensure { hideSpinner() }.done { show($0) }.catch { show($0) }
    }
    func work() -> Promise<Void> { fetch(url).asVoid() }
    @Sendable func close(_ connection: Int) -> Guarantee<Void> { after(.milliseconds(1)).done { show("closed") } }
    func workAndClose(_ connection: Int) -> Promise<Void> {
      work().ensureThen { close(connection) }.catch { show($0) }
    }
    try await expectRejected(attempt(), within: .testLimit)
    load()
    await promisesSettled(timeout: .testLimit)
    try await expectRejected(workAndClose(1), within: .testLimit)
    #expect(shown.entries == ["spinner", "no spinner", "error", "closed", "error"])
  }

  @Test func `observing outcomes`() async throws {
    let album = await Album()
    try await album.load().get()
    let downloads = await Downloads()
    try await downloads.load().get()
    let (image, bar, bytes) = await MainActor.run {
      (album.imageView.image, downloads.bar.value, downloads.shown.count)
    }
    #expect(image == "Ada's avatar" && bar == 1 && bytes == url.utf8.count)
  }

  @Test func `reducing sequences`() async throws {
    @Sendable func append(_ number: Int, to text: String) -> Promise<String> { .value(text + "\(number)") }
    let text =
      Promise.value("").reduce([1, 2, 3]) { text, number in append(number, to: text) }
    #expect(try await text.get() == "123")
  }

  private func show(_ text: String) { shown(text) }
  private func show(_ data: Data) { shown("\(data.count) bytes") }
  private func show(_ error: any Error) { shown("error") }
  private func showButtons() { shown("buttons") }
  private func showSpinner() { shown("spinner") }
  private func hideSpinner() { shown("no spinner") }
}
