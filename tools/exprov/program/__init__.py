"""The validator as plain data, free of any language: what every target renders."""
