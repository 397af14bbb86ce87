/** Words that other programs use for entries of ours, so that a message can name the entry that is meant. */

const entries: Readonly<Record<string, readonly string[]>> = {
  name: ["title", "label"],
  about: ["description", "comment", "doc", "notes"],
  parameters: ["params", "constants", "variables"],
  let: ["definitions", "expressions"],
  states: ["variables", "unknowns", "initial"],
  rates: ["odes", "derivatives", "equations", "dynamics"],
  potential: ["energy", "v"],
  force: ["forces", "loads", "torque"],
  elements: ["gravity", "rod", "rods", "spring", "springs", "damper", "dampers", "links", "bonds", "interactions"],
  joints: ["hinge", "hinges", "slider", "sliders", "ball", "pivots", "connections"],
  points: ["particles", "masses", "nodes", "atoms"],
  bodies: ["rigidbodies", "parts"],
  run: ["solve", "simulation", "settings", "options"],
  events: ["stops", "triggers"],
  at: ["position", "pos", "place", "x0", "initial", "value", "start"],
  velocity: ["speed", "v0", "vel", "rate"],
  mass: ["m", "weight"],
  inertia: ["moment", "j"],
  between: ["connects", "bodies", "points", "nodes", "from", "ends"],
  stiffness: ["k", "constant"],
  length: ["l0", "rest", "restlength", "distance"],
  until: ["end", "tend", "tmax", "duration", "to", "stop", "span", "time"],
  step: ["dt", "h", "timestep", "stepsize"],
  maxStep: ["hmax", "dtmax"],
  method: ["solver", "integrator", "scheme"],
  rtol: ["tolerance", "tol", "reltol", "precision", "accuracy"],
  atol: ["abstol"],
  every: ["output", "interval", "saveevery"],
  saveAt: ["times", "teval", "saveat"],
};

/** The entry that another program's word stands for, among those that are known here. */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/[^a-z0-9]/g, "");
  return known.find((entry) => Object.hasOwn(entries, entry) && entries[entry].includes(plain));
}
