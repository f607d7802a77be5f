import CPromiseCore

/// Whether the tests of this process run on executors of their own, where the system has any. The environment variable
/// `PROMISES_WITHOUT_TASK_EXECUTORS` shows what becomes of tests on a system that has none.
let usesTaskExecutors = promise_core_environment("PROMISES_WITHOUT_TASK_EXECUTORS") == nil
