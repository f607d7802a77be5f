// Loads PromiseTesting, the path of which is its argument, after it has created a promise. Scripts/check-late-loading
// builds and runs it.
import Dispatch
import Foundation
import PromiseCore

func check(_ condition: Bool, _ text: String) {
  print(condition ? "ok:" : "FAILED:", text)
  if !condition { exit(1) }
}

func loadPromiseTesting() {
  guard dlopen(CommandLine.arguments[1], RTLD_NOW) != nil else { fatalError(String(cString: dlerror())) }
}

let queue = DispatchQueue(label: "late")
let (early, earlyResolver) = Promise<Int>.pending()
let earlyDerived = early.map(on: queue) { $0 + 1 }
if getenv("PROMISES_TRACE") != nil {
  // Promises belong to a context from the start, but nothing records them until the library is loaded.
  loadPromiseTesting()
  let late = early.map(on: queue) { $0 + 2 }
  check(
    late.any.isRecorded && !early.any.isRecorded && !earlyDerived.any.isRecorded,
    "a promise created after loading is recorded")
  earlyResolver.fulfill(1)
  check(try! late.wait() == 3, "all promises settle")
  exit(0)
}

check(DispatchGroup.tracked.wait(timeout: .now()) == .success, "nothing is tracked before the library is loaded")
loadPromiseTesting()
check(DispatchGroup.tracked.wait(timeout: .now()) == .success, "a promise created before loading is not tracked")
let (late, lateResolver) = Promise<Int>.pending()
check(DispatchGroup.tracked.wait(timeout: .now()) == .timedOut, "a promise created after loading is tracked")
check(late.any.isRecorded && !early.any.isRecorded, "only that promise is recorded")
lateResolver.fulfill(1)
check(DispatchGroup.tracked.wait(timeout: .now() + 60) == .success, "it is no longer tracked once it has settled")
let lateDerived = early.map(on: queue) { $0 + 2 }
check(DispatchGroup.tracked.wait(timeout: .now()) == .timedOut, "a promise derived from an early one is tracked")
earlyResolver.fulfill(1)
check(DispatchGroup.tracked.wait(timeout: .now() + 60) == .success, "it is no longer tracked once it has settled")
check(try! earlyDerived.wait() == 2 && lateDerived.value == 3 && late.value == 1, "all promises settle")

extension DispatchGroup {
  static var tracked: DispatchGroup { PromiseContext.processWide.group }
}
