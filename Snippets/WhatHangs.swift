// Shows what hangs: a forgotten resolver, a circle, and a main queue that `wait()` blocks.
//
// `swift run WhatHangs` prints the pending promises as text. `swift run WhatHangs graphviz` prints them in the DOT
// language, for `dot -Tsvg`, and `swift run WhatHangs mermaid` prints them for Markdown.

import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTracing

PromiseDiagnostics.isTracing = true

/// Calls back only if there is a user.
func fetchToken(of user: String?, _ callback: @escaping @Sendable (String) -> Void) {
  forgotten = callback
  if user != nil { callback("token") }
}
nonisolated(unsafe) var forgotten: (@Sendable (String) -> Void)?

// A forgotten resolver: the callback is stored and never called. A task and a handler wait for it.
let token = Promise { resolver in fetchToken(of: nil, resolver.fulfill) }
token.map { "Bearer \($0)" }.done { print($0) }.cauterize()
Task.detached(name: "refresh") { try await token.get() }

// A circle: the session waits for the profile, which waits for the session.
let (start, starter) = Promise<Void>.pending()
nonisolated(unsafe) var profile = Promise.value("")
let session = start.then(on: .global()) { profile }
profile = session.map(on: .global()) { "profile of \($0)" }
starter.fulfill()

// A blocked main queue: the handler needs the main queue, and `wait()` blocks it until the handler has run.
DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
  let pending = PromiseDiagnostics.pendingPromises()
  switch CommandLine.arguments.dropFirst().first {
  case "graphviz": print(pending.graphviz)
  case "mermaid": print(pending.mermaid)
  default: print(pending)
  }
  exit(0)
}
PromiseDiagnostics.handler = { _ in }  // `wait()` on the main thread is reported, too
let settings = DispatchQueue.global().async(.promise) { "settings" }.map { "loaded \($0)" }
print(settings.wait())
