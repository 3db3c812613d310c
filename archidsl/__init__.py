"""A language for the rules of board games, and the interpreter that runs them."""
