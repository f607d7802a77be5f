import CPromiseCore

/// Whether the tests of this process run on custom task executors, on systems that support them.
///
/// Set the environment variable `PROMISES_WITHOUT_TASK_EXECUTORS` to see how tests behave on a system without task
/// executors.
let usesTaskExecutors = promise_core_environment("PROMISES_WITHOUT_TASK_EXECUTORS") == nil
