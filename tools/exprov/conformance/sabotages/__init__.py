"""What a proxy can do wrong between driver and engine, one class each; `table` lists them with what must be seen."""
