// Public signatures use the queues, flags and intervals of Dispatch. The re-export lets a file write `.seconds(2)`
// without another import.
@_exported public import Dispatch
