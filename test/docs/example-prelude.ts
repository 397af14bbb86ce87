/** The constants that examples in doc comments may use without defining them: a few models, and the text of one. */

import { type Model, model, parseModelText, validateModel } from "../../src/index.js";

/** A mass on a rod, with one constraint named "rod". */
const pendulum: Model = model("Pendulum")
  .point("bob", { mass: 1, at: [0.6, -0.8] })
  .rod("origin", "bob", { name: "rod" })
  .gravity([0, -9.81])
  .omega(100)
  .run({ until: 0.5 })
  .build();

/** The same as the text of a file. */
const text = `
taut: 1
points: { bob: { mass: 1, at: [0.6, -0.8] } }
elements: [{ rod: { name: rod, between: [origin, bob] } }, { gravity: [0, -9.81] }]
run: { until: 0.5 }
`;

/** Two masses on springs, without constraints. */
const springs: Model = model("Springs")
  .point("a", { mass: 1, at: [1, 0] })
  .point("b", { mass: 1, at: [2.1, 0] })
  .spring("origin", "a", { length: 1, stiffness: 100 })
  .spring("a", "b", { length: 1, stiffness: 1 })
  .run({ until: 0.5 })
  .build();

/** One rigid molecule of water. */
const water: Model = validateModel(
  parseModelText(`
taut: 1
units: kcal/mol-A-amu
molecules: { water: { template: tip3p, at: [0, 0, 0] } }
run: { until: 0.5 }
`),
);

/** A rigid body that turns in space. */
const body: Model = validateModel(
  parseModelText(`
taut: 1
bodies: { box: { mass: 1, at: [0, 0, 0], inertia: [1, 2, 3], spin: [0, 1, 0.1] } }
run: { until: 0.5 }
`),
);

export const prelude = { pendulum, text, springs, water, body };
