@_spi(PromiseKit) import PromiseKitVocabulary

func recovering(_ lines: Lines) {
  number(-1).recover { error -> Promise<Int> in
    lines.print("recover", error)
    return .value(7)
  }.map { number -> Int in
    if number == 7 { throw Failure.small }
    return number
  }.recover { error -> Guarantee<Int> in
    lines.print("again", error)
    return .value(8)
  }.done { number in
    lines.print(number)
    lines.end()
  }
}

func canceling(_ lines: Lines) {
  let canceled = Promise<Int>(error: PMKError.cancelled)
  canceled.catch { _ in
    lines.print("is not called")
  }.finally {
    lines.print("finally")
    canceled.catch(policy: .allErrors) { error in
      lines.print(error.isCancelled)
      lines.end()
    }
  }
}

func recoveringToNothing(_ lines: Lines) {
  number(-2).done { _ in
    lines.print("is not called")
  }.recover { error in
    lines.print("recover", error)
  }.done {
    lines.end()
  }
}

/// Names the errors of the library.
public func name(of error: PromiseError) -> String {
  switch error {
  case .badInput: return "bad input"
  case PMKError.cancelled: return "canceled"
  default: return "other"
  }
}

func errors(_ lines: Lines) {
  lines.print(name(of: .badInput), name(of: .cancelled), name(of: .emptySequence))
  Promise<[Int]>.value([]).firstValue.catch { error in
    if case PMKError.emptySequence = error { lines.print("empty") }
    lines.end()
  }
}
