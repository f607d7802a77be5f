// Replaced by the first program.
