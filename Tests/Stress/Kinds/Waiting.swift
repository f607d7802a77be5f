import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Waiting tasks and threads against settling and cancellation.
  static let waiting = [
    Kind("get() against settle", 8_000, getAgainstSettle),
    Kind("get() against cancel against settle", 8_000, getAgainstCancelAgainstSettle),
    Kind("get(timeout:) against settle", 2_000, getInTimeAgainstSettle),
    Kind("wrap", 4_000, awaitingCallbacks),
    Kind("wait() on several threads against settle", 4_000, waitAgainstSettle),
  ]

  private static func getAgainstSettle(_ trial: Trial) async {
    let pending = (0..<trial.count).map { ($0, Promise<Trial.Token>.pending()) }
    let resumed = Counter()
    await collide(pending) { number, pending in
      if (try? await pending.promise.get())?.number == number { resumed.next() }
      trial.step()
    } other: { number, pending in
      pending.resolver.fulfill(trial.token(number))
    }
    trial.expect(resumed.value == trial.count, "each waiting task gets the value")
    trial.expect(pending.allSatisfy { $0.1.promise.any.observerCount == 0 }, "no observer is left")
  }

  /// A task begins to wait, the task is canceled, and the promise settles.
  private static func getAgainstCancelAgainstSettle(_ trial: Trial) async {
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let tasks = (0..<trial.count).map { _ in Handoff<Task<Void, Never>>() }
    let (values, cancellations) = (Counter(), Counter())
    let ended = (0..<trial.count).map { _ in Counter() }
    await clash(
      trial,
      { number in
        let task = Task {
          switch await pending[number].promise.getResult() {
          case .success(let token) where token.number == number: values.next()
          case .failure(let error) where error is CancellationError: cancellations.next()
          default: break
          }
          ended[number].next()
        }
        tasks[number].put(task)
      },
      { number in
        let task = tasks[number].take()
        task.cancel()
        tasks[number].put(task)
      },
      { number in
        var chance = trial.chance(number, for: 9)
        spin(chance.below(5000)) { true }
        pending[number].resolver.fulfill(trial.token(number))
      })
    for task in tasks {
      await task.take().value
      trial.step()
    }
    trial.countRaces(trial.count, first: cancellations.value)
    trial.expect(values.value + cancellations.value == trial.count, "each waiting task gets a value or a cancellation")
    trial.expect(ended.allSatisfy { $0.value == 1 }, "each waiting task is resumed once")
    trial.expect(
      pending.allSatisfy { $0.promise.isFulfilled }, "the cancellation of a waiting task does not cancel the promise")
    trial.expect(pending.allSatisfy { $0.promise.any.observerCount == 0 }, "no observer is left")
  }

  private static func getInTimeAgainstSettle(_ trial: Trial) async {
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let tasks = (0..<trial.count).map { _ in Handoff<Task<Bool?, Never>>() }
    await clash(
      trial,
      { number in
        var chance = trial.chance(number)
        let seconds = Double(chance.below(100)) / 1_000_000
        let task = Task { () -> Bool? in
          do {
            return try await pending[number].promise.get(timeout: seconds).number == number ? true : nil
          } catch {
            return error as? PromiseError == .timedOut ? false : nil
          }
        }
        tasks[number].put(task)
      },
      { number in
        var chance = trial.chance(number, for: 9)
        spin(chance.below(100_000)) { pending[number].promise.isPending }
        pending[number].resolver.fulfill(trial.token(number))
      })
    for (task, (promise, resolver)) in zip(tasks, pending) {
      let isInTime = await task.take().value
      trial.step()
      trial.countRace(isFirst: isInTime == false)
      trial.expect(isInTime != nil, "each waiting task gets a value or times out")
      // The task was the only consumer: when its timeout fires, the promise is canceled unless it has settled.
      trial.expect(
        promise.isFulfilled || isInTime == false && resolver.isCancelled, "the promise is fulfilled or canceled")
      trial.expect(promise.any.observerCount == 0, "no observer is left")
    }
  }

  /// Callbacks that are called once, twice, never, by several threads, or after the task was canceled.
  private static func awaitingCallbacks(_ trial: Trial) async {
    let kept = Log<@Sendable (Trial.Token) -> Void>()
    let tasks = (0..<trial.count).map { number in
      Task { () -> Bool in
        do {
          let token: Trial.Token = try await wrap { handler in
            call(handler, number % 5, trial, number, kept)
          }.get()
          return token.number == number && number % 5 < 3
        } catch PromiseError.abandoned {
          return number % 5 == 3
        } catch {
          return error is CancellationError && number % 5 == 4
        }
      }
    }
    await clash(trial, { if $0 % 5 == 4 { tasks[$0].cancel() } })
    trial.expectReports((0..<trial.count).count { $0 % 5 == 3 })
    for task in tasks {
      trial.expect(await task.value, "each task ends as its callback or its cancellation requires")
      trial.step()
    }
    // These calls come too late: no task waits for them.
    for handler in kept.entries { handler(trial.token(0)) }
  }

  private static func call(
    _ handler: @escaping @Sendable (Trial.Token) -> Void, _ mode: Int, _ trial: Trial, _ number: Int,
    _ kept: Log<@Sendable (Trial.Token) -> Void>
  ) {
    switch mode {
    case 0: DispatchQueue.global().async { handler(trial.token(number)) }
    case 1:
      handler(trial.token(number))
      DispatchQueue.global().async { handler(trial.token(-1)) }
    case 2: for _ in 0..<4 { DispatchQueue.global().async { handler(trial.token(number)) } }
    case 3: DispatchQueue.global().async { _ = handler }
    default: kept(handler)
    }
  }

  /// Two threads block until the promise settles, and one until a derived promise does. Two other threads settle and
  /// cancel the promise.
  private static func waitAgainstSettle(_ trial: Trial) async {
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let derived = pending.map { $0.promise.map(on: nil) { $0 } }
    let (values, cancellations) = (Counter(), Counter())
    let wait = { @Sendable (promise: Promise<Trial.Token>, number: Int) in
      do {
        let token = try promise.wait()
        trial.expect(token.number == number, "the promise has its value")
        values.next()
      } catch {
        trial.expect(error is CancellationError, "the error is a cancellation")
        cancellations.next()
      }
    }
    await clash(
      trial, { wait(pending[$0].promise, $0) }, { wait(pending[$0].promise, $0) }, { wait(derived[$0], $0) },
      { pending[$0].resolver.fulfill(trial.token($0)) }, { pending[$0].promise.cancel() })
    trial.countRaces(values.value + cancellations.value, first: cancellations.value)
    trial.expect(values.value + cancellations.value == trial.count * 3, "each waiting thread returns")
    let fulfilled = pending.count { $0.promise.isFulfilled }
    trial.expect(values.value == fulfilled * 3, "each waiting thread gets the outcome of the promise")
    trial.expect(pending.allSatisfy { $0.promise.any.observerCount == 0 }, "no observer is left")
  }
}
