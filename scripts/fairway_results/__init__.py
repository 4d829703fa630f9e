"""Result stores of `fairway run` as pandas DataFrames, with one definition of every number.

    import fairway_results
    results = fairway_results.read("results/default/results.sqlite")
    results.found().groupby("method").gap.describe()
"""

from .store import *  # noqa: F401,F403
from .store import NotBegun, UnreadableResults, read, tidy  # noqa: F401
