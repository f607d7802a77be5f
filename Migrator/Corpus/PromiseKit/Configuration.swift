import Foundation

public struct PMKConfiguration {
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
  public var logHandler: (LogEvent) -> Void = { _ in }
}

public enum LogEvent {
  case waitOnMainThread
  case pendingPromiseDeallocated
  case pendingGuaranteeDeallocated
  case cauterized(Error)
}

nonisolated(unsafe) public var conf = PMKConfiguration()

/// The namespace in `queue.async(.promise)`.
public enum PMKNamespacer {
  case promise
}
