"""Deliberate faults that a proxy makes between driver and engine; `table` lists them with what a run must show of each."""
