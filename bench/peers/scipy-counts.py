"""Function evaluations of scipy.integrate.solve_ivp. Reads {"problems": …, "runs": …} as JSON, writes one JSON line per run.

Implicit methods get the exact Jacobian (complex step), as ours do, so its evaluation costs no function evaluations.
"""

import cmath
import json
import math
import sys
import warnings

import numpy as np
from scipy.integrate import solve_ivp

warnings.filterwarnings("ignore")


def compiled(problem, functions):
    names = {name: getattr(functions, name) for name in ("sin", "cos", "exp", "sqrt")}
    exec(problem["source"], names)
    return names["rate"]


def solved(problem, method, rtol):
    real, complex_ = compiled(problem, math), compiled(problem, cmath)
    n = len(problem["start"])

    def jacobian(t, y):
        J = np.empty((n, n))
        z = [complex(x) for x in y]
        for k in range(n):
            z[k] += 1e-40j
            J[:, k] = [d.imag / 1e-40 if isinstance(d, complex) else 0 for d in complex_(t, z)]
            z[k] = complex(y[k])
        return J

    options = {"jac": jacobian} if method in ("BDF", "Radau", "LSODA") else {}
    return solve_ivp(
        lambda t, y: real(t, y.tolist()),
        (0, problem["until"]),
        problem["start"],
        method,
        t_eval=[problem["until"]],
        rtol=rtol,
        atol=[rtol * s for s in problem["scale"]],
        **options,
    )


asked = json.load(sys.stdin)
for run in asked["runs"]:
    try:
        s = solved(asked["problems"][run["problem"]], run["method"], run["rtol"])
        answer = {"evaluations": s.nfev, "y": s.y[:, -1].tolist()} if s.status == 0 else {}
    except (ArithmeticError, ValueError):
        answer = {}
    print(json.dumps({**run, **answer}), flush=True)
