"""Scripts: a game, its answers and what is expected of it as one readable text."""
