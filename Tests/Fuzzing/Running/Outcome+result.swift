import PromiseConcurrency

extension Outcome {
  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(ErrorKind(error))
    }
  }
}

extension ErrorKind {
  init(_ error: any Error) {
    switch error {
    case let error as FuzzError: self = .thrown(error.code)
    case PromiseError.abandoned: self = .abandoned
    case PromiseError.returnedSelf: self = .returnedSelf
    case PromiseError.noWinner: self = .noWinner
    case PromiseError.badInput: self = .badInput
    case PromiseError.compactMap: self = .compactMap
    case PromiseError.validationFailed: self = .validationFailed
    case PromiseError.timedOut: self = .timedOut
    case PromiseError.emptySequence: self = .emptySequence
    case PromiseError.queueIsFull: self = .queueIsFull
    default: self = error.isCancelled ? .cancelled : .unknown("\(error)")
    }
  }
}
