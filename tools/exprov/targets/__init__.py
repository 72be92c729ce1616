"""The targets: each turns a program into the files of one language.

A target is a package of this directory, found by its name. It defines

- `FOLDER`: the directory below `generated/` that it owns as a whole;
- `render(program)`: every file, as path below that directory -> text. It is pure: it reads nothing but its own templates and
  runtime, and writes nothing;
- `SCHEMAS`, if it ships the schemas: the directory below `FOLDER` to which their files are copied.

It decides names, quoting and layout, never meaning: what a validator does is in the program. `common` holds what targets
share. docs/new-target.md walks through a new one.
"""
