// Also tests: ObservedNotification.

import Dispatch
import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct NotificationCenterObserveTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("name")

  @Test func `the next notification fulfills the promise`() async throws {
    let promise = center.observe(once: name)
    #expect(promise.isPending)
    center.post(name: Notification.Name("other"), object: nil)
    #expect(promise.isPending)
    center.post(name: name, object: nil, userInfo: ["key": 1])
    center.post(name: name, object: nil, userInfo: ["key": 2])
    let notification = try await promise.get()
    #expect(notification.name == name)
    #expect(notification.value(for: "key", as: Int.self) == 1)
  }

  @Test func `only the given object is observed`() async throws {
    let (object, other) = (Lifetime().object(), Lifetime().object())
    let promise = center.observe(once: name, object: object)
    center.post(name: name, object: other)
    #expect(promise.isPending)
    center.post(name: name, object: object)
    #expect(try await promise.get().object(as: Lifetime.Object.self) === object)
  }

  @Test func `values are read by type`() async throws {
    let promise = center.observe(once: name)
    center.post(name: name, object: "object", userInfo: ["text": "a", 1: [2]])
    let notification = try await promise.get()
    #expect(notification.object(as: String.self) == "object")
    #expect(notification.object(as: Int.self) == nil)
    #expect(notification.value(for: "text", as: Int.self) == nil)
    #expect(notification.value(for: 1, as: [Int].self) == [2])
    #expect(notification.value(for: "nothing", as: String.self) == nil)
  }

  @Test func `a notification without object and payload has no values`() async throws {
    let promise = center.observe(once: name)
    center.post(name: name, object: nil)
    let notification = try await promise.get()
    #expect(notification.object(as: String.self) == nil)
    #expect(notification.value(for: "text", as: String.self) == nil)
  }

  @Test func `canceling the promise ends the observation`() async throws {
    let promise = center.observe(once: name)
    promise.cancel()
    #expect(promise.isCancelled)
    center.post(name: name, object: nil)
    #expect(promise.isCancelled)
  }

  @Test func `canceling a task that forwards cancellation cancels the promise`() async throws {
    let promise = center.observe(once: name)
    let stage = Stage()
    let task = await stage.start { _ in try await promise.get(cancellation: .forward).name }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isCancelled)
  }

  @Test func `a consumer keeps the observer`() async throws {
    let seen = Gate()
    let names = Log<Notification.Name>()
    center.observe(once: name).done(on: nil) {
      names($0.name)
      seen.open()
    }.cauterize()
    center.post(name: name, object: nil)
    try await seen.opened()
    #expect(names.entries == [name])
  }

  @Test func `many threads may post at once`() async throws {
    for _ in 0..<100 {
      let promise = center.observe(once: name)
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        center.post(name: name, object: nil, userInfo: ["number": number])
      }
      #expect(try await promise.get().value(for: "number", as: Int.self) != nil)
    }
  }
}
