import Fuzzing
import Testing
