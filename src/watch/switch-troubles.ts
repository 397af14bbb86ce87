/** Why a run cannot go on at a switch, as sentences. */

import { type Switch, short, type Trouble } from "../core/index.js";

/** A potential or a constraint that jumps. */
export const jumping = (which: Switch, t: number, jump: number): Trouble => {
  const { law } = which;
  return {
    ...{ status: "unreliable", t, residual: jump },
    message: `A ${law} must be continuous along the motion; ${which.function} in ${which.where} jumps by ${short(jump)} at t = ${short(t)}, and no force corresponds to that. Write it without the jump. To accept it, use --accept ${law === "potential" ? "energy" : "constraints"}.`,
  };
};

/** A law that jumps and drives the motion back to the switch from both sides. */
export const holding = ({ function: name, where }: Switch, t: number): Trouble => ({
  ...{ status: "unreliable", t },
  message: `The motion must pass a switch, or stay away from it; at t = ${short(t)} it comes to stay on one: ${name} in ${where} drives it back from both sides, as dry friction holds a mass at rest. Every further step would see both sides, and no error estimate holds for it. Write the law with a smooth transition, for example tanh(v/0.001) for sign(v), or let the run end at t = ${short(t)}.`,
});

/** A law that jumps and thereby moves what it switches on. */
export const selfSwitching = ({ function: name, where }: Switch, t: number): Trouble => ({
  ...{ status: "unreliable", t },
  message: `A law that switches with a multiplier or an algebraic variable must not change it by that; at t = ${short(t)}, ${name} in ${where} does, so that near the switch no value fulfils the equations, or two do. Make the law continuous in what it reads, for example with tanh.`,
});

/** A constraint with a corner. */
export const bending = ({ function: name, where }: Switch, t: number, jump: number): Trouble => ({
  ...{ status: "unreliable", t, residual: jump },
  message: `The slope of a constraint must be continuous along the motion; ${name} in ${where} has a corner at t = ${short(t)}, where its rate jumps by ${short(jump)}. That is an impact, and the model does not say how much speed it leaves. Write the constraint without the corner. To accept velocities that are projected there, use --accept constraints.`,
});
