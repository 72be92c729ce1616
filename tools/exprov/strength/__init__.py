"""How strong the golden fixtures are: the contract is made wrong in one place at a time, and a case has to notice.

`subject` loads a copy of the generated validator that can be changed in memory, the `*_mutants` say what can be made
wrong, `suite` reads the fixtures and `judge` runs them. Nothing here is written to disk or printed.
"""
