"""`python -m exprov`: the command without its script."""

import sys

from exprov.cli import main

if __name__ == "__main__":
    sys.exit(main())
