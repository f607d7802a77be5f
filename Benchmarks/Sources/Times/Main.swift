import CProcessors
import Measuring

/// Times everything, and prints a line for each workload and subject: nanoseconds of one operation, and the ratio to the
/// baseline, which is the second subject.
///
/// Usage: `Times [--rounds NUMBER] [--filter PART-OF-A-NAME] [--processors one|all]`
///
/// With `--processors one` only those workloads run that belong there, and the program keeps to one processor: how long
/// it takes to wake another one depends on how deep it sleeps, and would drown everything else. With `all` only the others.
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
