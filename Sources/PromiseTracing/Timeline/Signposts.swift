import PromiseCore

#if canImport(os)
  import os

  /// Signposts for Instruments: an interval for each promise, and one for each handler.
  struct Signposts: Sendable {
    private let log = OSLog(subsystem: "swift-promises", category: .pointsOfInterest)

    func recordHandler(of promise: Int) {
      os_signpost(.begin, log: log, name: "handler", signpostID: Self.id(promise), "promise %ld", promise + 1)
    }

    func recordHandlerReturned(of promise: Int) {
      os_signpost(.end, log: log, name: "handler", signpostID: Self.id(promise))
    }

    func recordCreation(_ site: CreationSite, of promise: Int) {
      site.file.withCString {
        os_signpost(.begin, log: log, name: "promise", signpostID: Self.id(promise), "%{public}s:%ld", $0, site.line)
      }
    }

    private static func id(_ promise: Int) -> OSSignpostID { OSSignpostID(UInt64(promise) + 1) }

    func recordSettlement(_ outcome: TimelineEvent.Outcome, of promise: Int) {
      "\(outcome)".withCString {
        os_signpost(.end, log: log, name: "promise", signpostID: Self.id(promise), "%{public}s", $0)
      }
    }
  }
#else
  /// Systems without Instruments have no signposts.
  struct Signposts: Sendable {
    @inline(__always)
    func recordHandler(of promise: Int) {}
    @inline(__always)
    func recordHandlerReturned(of promise: Int) {}
    @inline(__always)
    func recordCreation(_ site: CreationSite, of promise: Int) {}
    @inline(__always)
    func recordSettlement(_ outcome: TimelineEvent.Outcome, of promise: Int) {}
  }
#endif
