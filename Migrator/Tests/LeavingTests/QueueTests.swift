import SourceEditing
import Testing

@Suite struct QueueTests {
  @Test func `a private queue becomes one of tasks`() throws {
    let departure = try Departure(
      """
      final class Shelf {
        private let saves = PromiseQueue(maxConcurrent: 2)
        let store: Store

        func keep(_ bytes: [UInt8]) -> Task<Void, any Error> {
          Task(saves.add { [store] in try await store.save(bytes) })
        }
        func drop() async throws {
          self.saves.add { try await write() }.cauterize()
          saves.add { [store] in try await store.clear() }
          try await saves.add { try await self.write() }.get(cancellation: .forward)
        }
      }

      """)
    #expect(
      departure.text == """
        final class Shelf {
          private let saves = AsyncQueue(maxConcurrent: 2)
          let store: Store

          func keep(_ bytes: [UInt8]) -> Task<Void, any Error> {
            saves.add { [store] in try await store.save(bytes) }
          }
          func drop() async throws {
            self.saves.add { [self] in try await write() }
            saves.add { [store] in try await store.clear() }
            try await saves.add { try await self.write() }.value
          }
        }

        """)
    #expect(departure.files == ["AsyncQueue.swift"])
    #expect(departure.remarks == [])
  }

  @Test(arguments: [
    // Other files may use it.
    "struct A { let queue = PromiseQueue()\n func f() { queue.add { try await g() } } }",
    "let queue = PromiseQueue()\nfunc f() { queue.add { try await g() } }",
    // A use without a counterpart.
    "private let queue = PromiseQueue(maxConcurrent: 1, maxWaiting: 2)\nfunc f() { queue.add { try await g() } }",
    "private let queue = PromiseQueue()\nfunc f() { queue.add { try await g() }; queue.cancelAll() }",
    "private let queue = PromiseQueue()\nfunc f() -> Promise<Int> { queue.add { try await g() } }",
    "private let queue = PromiseQueue()\nfunc f() async throws { try await queue.add { try await g() }.get(timeout: 1) }",
    "private let queue = PromiseQueue()\nfunc f() { queue.add { load() } }",
    "private let queue = PromiseQueue()\nlet other = B().queue",
    // It is not known which queue is meant.
    "struct A { private let queue = PromiseQueue() }\nstruct B { private let queue = PromiseQueue()\n func f() { queue.add { try await g() } } }",
  ])
  func `other queues remain`(text: String) throws {
    #expect(try Departure(text).text == "import PromiseConcurrency\n\n" + text)
  }
}
