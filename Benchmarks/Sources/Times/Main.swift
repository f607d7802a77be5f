import CProcessors
import Measuring

/// Times all workloads. Prints a line for each workload and subject: the nanoseconds per operation, and the ratio to
/// the baseline, which is the second subject.
///
/// Usage: `Times [--rounds NUMBER] [--filter PART-OF-A-NAME] [--processors one|all]`
///
/// With `--processors one`, only the single-processor workloads run, pinned to one processor: the time to wake another
/// processor depends on its sleep state and would dominate the results. With `all`, only the other workloads run.
@main
enum Main {
  static func main() {
    let arguments = Arguments()
    let rounds = arguments.value(of: "--rounds").flatMap { Int($0) } ?? 21
    let filter = arguments.value(of: "--filter") ?? ""
    let processors = arguments.value(of: "--processors")
    if processors == "one" { _ = processors_use_one() }
    for workload in Workload.all() where filter.isEmpty || workload.name.contains(filter) {
      if let processors, (processors == "one") != workload.isOnOneProcessor { continue }
      for timed in workload.measure(rounds: max(rounds, 1)) {
        print(workload.name, timed.subject, timed.nanoseconds, timed.ratio, separator: "\t")
      }
    }
  }
}
