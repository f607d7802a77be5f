// Calls every declaration of PromiseObservation. See Core.swift.
import PromiseObservation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor func models() {
  let model = PromiseModel<Int>()
  use(PromiseModel(promise()), PromiseModel(.value(1)))
  use(model.load { promise() }, model.load { guarantee() }, model.load { try await load(1) })
  use(model.value, model.error, model.isLoading, model.isStale, model.progress)
  model.cancel()
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor func phases(_ phase: PromiseModel<Int>.Phase) {
  switch phase {
  case .idle, .pending: break
  case .fulfilled(let value): use(value)
  case .rejected(let error): use(error)
  }
  use(PromiseModel<Int>().phase)
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
func nonisolatedModel() -> PromiseModel<Int> { PromiseModel() }
