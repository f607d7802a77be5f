import Testing

/// Tests with files that take longer to read than any test runs.
///
/// They run one after another, because such a scan takes all the time of a core from the other tests. A scan that does
/// not end as expected is terminated at the time limit.
@Suite(.serialized, .timeLimit(.minutes(10))) enum EndlessScanTests {}
