"""`python -m archidsl` is the same as `archidsl`."""

from archidsl.cli import main

if __name__ == "__main__":
    main()
