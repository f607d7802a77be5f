import PromiseConcurrency

extension DerivedForm {
  /// What every derived promise has in common, whichever operation derives it.
  package enum Aspect: String, Sendable, CaseIterable {
    /// A value settles the derived promise, whose progress is then complete.
    case value
    /// An error is passed on, replaced, or recovered from.
    case error
    /// The error of an abandoned source is passed on, replaced, or recovered from, and reported at most once.
    case abandonment
    /// A derived promise that is canceled cancels its source, of which it is the only consumer.
    case cancellationUpstream
    /// A canceled source cancels the derived promise, which may recover.
    case cancellationDownstream
    /// The derived promise has the progress of its source, or a share of it.
    case progress
    /// Outside of a test, the derived promise belongs to the context of its source, or to that of the calling code.
    case context
    /// The derived promise names the place where it is created.
    case creationSite
    /// A derived promise without a consumer is released with its source.
    case release
  }

  /// Returns what is wrong with an aspect of the form, or `nil`.
  package func fault(in aspect: Aspect) async -> String? {
    switch aspect {
    case .value: await faultOfValue()
    case .error: await faultOfError()
    case .abandonment: await faultOfAbandonment()
    case .cancellationUpstream: attachesLater ? nil : await faultOfCancellationUpstream()
    case .cancellationDownstream: await faultOfCancellationDownstream()
    case .progress: attachesLater ? nil : await faultOfProgress()
    case .context: await faultOfContext()
    case .creationSite: hasSite ? await faultOfSite() : nil
    case .release: await faultOfRelease()
    }
  }

  private func faultOfValue() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = derive(source)
      if derived.isSettled { return "settled before its source" }
      resolver.fulfill([1])
      await wait { derived.isSettled }
      if let error = derived.errorOfOutcome { return "rejected with \(error)" }
      let fraction = derived.progress.snapshot.fractionCompleted
      return fraction == 1 ? nil : "its progress ends at \(fraction)"
    }
  }

  private func faultOfError() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = derive(source)
      resolver.reject(TestError.one)
      await wait { derived.isSettled }
      return fault(of: derived, after: errors) { $0 as? TestError == .one }
    }
  }

  private func faultOfAbandonment() async -> String? {
    let reports = Log<String>()
    return await PromiseContext.$current.withValue(PromiseContext(report: { reports("\($0)") })) {
      let derived = derive(Promise { _ in })
      await wait { derived.isSettled }
      if let fault = fault(of: derived, after: abandonment, \.isOfAbandonedPromise) { return fault }
      let count = reports.entries.count { $0.contains("abandoned promise") }
      return count == 1 ? nil : "\(count) reports of an abandoned promise: \(reports.entries)"
    }
  }

  private func faultOfCancellationUpstream() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let hasCanceled = Log<Void>()
      resolver.onCancel { hasCanceled(()) }
      let derived = derive(source)
      derived.cancel()
      await wait { source.isSettled }
      if !source.isCancelled { return "the source is not canceled" }
      return hasCanceled.count == 1 ? nil : "the producer was canceled \(hasCanceled.count) times"
    }
  }

  private func faultOfCancellationDownstream() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = derive(source)
      source.cancel()
      await wait { derived.isSettled }
      withExtendedLifetime(resolver) {}
      return fault(of: derived, after: cancellation, \.isCancelled)
    }
  }

  private func faultOfProgress() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = derive(source)
      let progress = derived.progress
      let before = progress.snapshot.fractionCompleted
      resolver.progress.report(1, of: 2)
      let between = progress.snapshot.fractionCompleted
      resolver.fulfill([1])
      await wait { derived.isSettled }
      if between <= before { return "its progress is \(between) when its source is half done, and \(before) before" }
      return between < 1 ? nil : "its progress is complete when its source is half done"
    }
  }

  private func faultOfContext() async -> String? {
    let (ofSource, ofCaller) = (PromiseContext(report: { _ in }), PromiseContext(report: { _ in }))
    let (source, resolver) = PromiseContext.$current.withValue(ofSource) { Promise<[Int]>.pending() }
    let derived = PromiseContext.$current.withValue(isInContextOfSource ? nil : ofCaller) { derive(source) }
    resolver.fulfill([1])
    await wait { derived.isSettled }
    let isRight = derived.context === (isInContextOfSource ? ofSource : ofCaller)
    return isRight ? nil : "its context is \(derived.context == nil ? "missing" : "another one")"
  }

  private func faultOfSite() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = derive(source)
      resolver.fulfill([1])
      await wait { derived.isSettled }
      let isRight = "\(derived.site.file)" == file && (line...line + 6).contains(Int(derived.site.line))
      return isRight ? nil : "its site is \(derived.site.file):\(derived.site.line)"
    }
  }

  private func faultOfRelease() async -> String? {
    await silently {
      let (source, resolver) = Promise<[Int]>.pending()
      let released = WeakPromise(derive(source))
      resolver.fulfill([1])
      await wait { released.promise == nil }
      return source.isFulfilled ? nil : "the source is not fulfilled"
    }
  }

  private func fault(
    of derived: AnyPromise, after outcome: Outcome, _ isSame: (any Error) -> Bool
  ) -> String? {
    let error = derived.errorOfOutcome
    switch outcome {
    case .isFulfilled: return error.map { "rejected with \($0)" }
    case .isPassedOn: return error.map(isSame) == true ? nil : "settled with \(String(describing: error))"
    case .isReplaced: return error.map(isSame) == false ? nil : "settled with \(String(describing: error))"
    }
  }
}

extension AnyPromise {
  /// The error with which the promise is rejected.
  fileprivate var errorOfOutcome: (any Error)? { isRejected ? storage.error : nil }
}

extension Error {
  fileprivate var isOfAbandonedPromise: Bool {
    if case .abandoned? = self as? PromiseError { true } else { false }
  }
}
