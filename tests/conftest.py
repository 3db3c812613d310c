"""What all tests share: the same examples every time, so that a run that passes passes again."""

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")
