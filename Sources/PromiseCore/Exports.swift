// Queues, flags and intervals of Dispatch are in the signatures: with `.seconds(2)`, a file needs no further import.
@_exported public import Dispatch
