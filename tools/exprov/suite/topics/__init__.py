"""The topics of the suite, one module each: `CASES`, or `cases(program)`, in the order of the generated file.

A new topic also goes into `TOPICS` of `exprov.suite.build`.

A case is a row of a table. Tables are laid out by hand: a row is one line, or two.
"""
