"""The topics of the suite, one module each: `add_cases(topic, bases, contract)` adds the cases in their fixed order."""
