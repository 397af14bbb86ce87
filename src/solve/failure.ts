import {
  type Consistency,
  type F64,
  type Failure,
  type Problem,
  type State,
  short,
  type Trouble,
  unfold,
  type Verdict,
} from "../core/index.js";

const causes: Record<Trouble["status"], string> = {
  diverged: "an iteration diverged",
  singular: "the constraints became dependent: G M^-1 G^T cannot be factorised",
  nonfinite: "the state is no longer finite",
  "step-too-small": "the step fell to the resolution of the time",
  "max-steps": "the largest number of steps is reached",
  "left-manifold": "the state left the manifold and could not be brought back",
  unreliable: "a quantity that the model keeps was not kept",
  stopped: "the run was stopped",
};

const advices: Record<Trouble["status"], string> = {
  diverged: "Try a smaller step, or error control.",
  singular: unfold,
  nonfinite: "Look for points that meet or functions outside their domain; try a smaller step, or error control.",
  "step-too-small": "Loosen the tolerances, or look for a singularity of the forces there.",
  "max-steps": "Raise maxSteps, loosen the tolerances, or choose a formulation without the fast motion.",
  "left-manifold": "Try a smaller step, a tighter tolerance, or projection newton after every step.",
  unreliable: "Tighten the tolerance or shorten the step.",
  stopped: "Its checkpoint can be resumed.",
};

/** Advice where the step has already been shortened as far as the time can resolve it. */
const stuck: Partial<Record<Trouble["status"], string>> = {
  diverged:
    "Steps of every length fail there: look for forces that jump or grow without bound, or use another formulation or method.",
  nonfinite: "Steps of every length fail there: look for points that meet or functions outside their domain.",
};

/** Whether error control has shortened the step to about the rounding of the time, so that a shorter one would not help. */
const isShortest = ({ t, h }: Trouble): boolean =>
  h !== undefined && Math.abs(h) < Math.max(1e-13 * Math.abs(t), 1e-100);

/** A quantity that the model keeps was not kept, found at time t. */
export function unreliable({ deviation, message, component }: Verdict, t: number): Trouble {
  return { status: "unreliable", t, residual: deviation, message, ...(component !== undefined && { component }) };
}

/** Causes for a method that solves for its step, where the trouble is in one component of y. */
const solving: Partial<Record<Trouble["status"], Pick<Trouble, "cause" | "advice">>> = {
  diverged: {
    cause: "Newton's iteration for the step diverged; its largest correction was in one component",
    advice: "Try a smaller step, or error control; look for a jump of the forces there.",
  },
  singular: {
    cause: "the matrix I - h J of the step is singular",
    advice: "Try another step, or error control: a solution that grows this fast needs shorter steps.",
  },
  nonfinite: { cause: "the right-hand side or its Jacobian is not finite" },
};

/** The cause of a trouble, in the words of its status unless it is known. */
export const causeOf = ({ status, cause = causes[status] }: Trouble): string => cause;

/** The failure with its message: status, time, step, cause, name, numbers, what to try. */
export function describe(trouble: Trouble): Failure {
  const { status, t, h, residual, component, cause = causes[status], message } = trouble;
  const advice = trouble.advice ?? (isShortest(trouble) ? stuck[status] : undefined) ?? advices[status];
  const step = h === undefined ? "" : `, step ${short(h)}`;
  const name = component === undefined ? "" : ` ("${component}")`;
  const size = residual === undefined ? "" : `, residual ${short(residual)}`;
  return {
    status,
    t,
    ...(h !== undefined && { h }),
    ...(residual !== undefined && { residual }),
    ...(component !== undefined && { component }),
    advice,
    message: `${status} at t = ${short(t)}${step}: ${message ?? `${cause}${name}${size}. ${advice}`}`,
  };
}

const firstBroken = (y: State["y"]): number => y.findIndex((x) => !Number.isFinite(x));

/** Finds out what stopped a run. Work arrays are allocated here, before the run, not when it fails. */
export function explainer(problem: Problem, consistency: Consistency | undefined) {
  const { workspace, arena, dimension } = problem;
  const dy = arena.f64(dimension);

  /** The constraint that is worst at `s`. */
  const worst = (s: State): Partial<Trouble> => {
    const { position = 0, velocity = 0, worst: component } = consistency?.residuals(s) ?? {};
    return component === undefined ? {} : { component, residual: Math.max(position, velocity) };
  };

  /**
   * The first component of `bad`, or of its rates, that is not finite. If all or none of them are finite, the component
   * that moves fastest at `good`.
   */
  const component = (bad: State, good: State, h = 0): Partial<Trouble> => {
    const { names } = workspace;
    const broken = firstBroken(bad.y);
    if (broken > 0) return { component: names[broken] };
    if (broken === 0 && bad.y.some(Number.isFinite)) return { component: names[0] };
    if (broken < 0 && problem.rate?.(dy, good.t + h, bad.y) === "ok" && firstBroken(dy) >= 0)
      return { component: names[firstBroken(dy)] };
    if (problem.rate === undefined || problem.rate(dy, good.t, good.y) !== "ok") return { component: names[0] };
    const fastest = largest(dy);
    const cause = `the step fell to the resolution of the time, where y' = ${short(dy[fastest])} in the fastest component`;
    return { component: names[fastest], ...(broken < 0 && { cause }) };
  };

  return {
    /** The same trouble with the name of a component, if the method knows which one failed. */
    accuse(trouble: Trouble, culprit: number): Trouble {
      const words = solving[trouble.status];
      if (words === undefined) return trouble;
      const { residual: _, ...rest } = trouble;
      const { advice, ...cause } = words;
      const shorter = isShortest(trouble) ? {} : { advice };
      return { ...rest, ...cause, ...shorter, component: workspace.names[culprit] };
    },

    /**
     * The trouble behind a status at the state `bad`, which was tried from the accepted state `good` with a step `h`.
     */
    explain(status: Trouble["status"], bad: State, good: State, h?: number): Trouble {
      const trouble = { status, t: good.t, ...(h !== undefined && { h }) };
      if (status === "singular") {
        const row = workspace.mechanics?.constraints.singularRow ?? -1;
        return row < 0 ? trouble : { ...trouble, component: workspace.mechanics!.constraintNames[row] };
      }
      if (status === "left-manifold" || status === "diverged") return { ...trouble, ...worst(bad) };
      return { ...trouble, ...component(bad, good, h) };
    },
  };
}

function largest(x: F64): number {
  let at = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) return i;
    if (Math.abs(x[i]) > Math.abs(x[at])) at = i;
  }
  return at;
}
