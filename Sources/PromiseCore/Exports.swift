// Public signatures contain queues, flags and time intervals of Dispatch. Exporting it makes a literal such as
// `.seconds(2)` work in files that import this module only.
@_exported public import Dispatch
