"""Stiff and constrained mechanics at the speed of the slow motion.

>>> import taut
>>> solution = taut.run("pendulum", until=5)
>>> solution["bob"]          # the motion of a point, [time, xyz]
"""

from ._command import CommandError, ModelError, TautError, UsageError
from ._solution import RunError, Solution
from ._calls import explain, gallery, run
from ._widget import lab

__all__ = [
    "CommandError",
    "ModelError",
    "RunError",
    "Solution",
    "TautError",
    "UsageError",
    "explain",
    "gallery",
    "lab",
    "run",
]
