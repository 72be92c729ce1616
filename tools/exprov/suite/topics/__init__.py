"""The topics of the suite, one module each: `CASES`, or `cases(contract)`, in the order of the file.

A case is a row of a table. Tables are laid out by hand: a row is one line, or two.
"""
