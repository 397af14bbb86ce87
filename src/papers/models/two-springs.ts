import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/**
 * The test problem of Ariel section 5.1 and Sanz-Serna section 4: two unit masses in the plane, the first on a spring of constant
 * omega1^2 from the origin, the second on one of constant omega2^2 from the first. Hard springs are rods in these models: the
 * stiff view turns rods into springs, the rigid view keeps them.
 */
function twoSprings(first: "hard" | "soft", second: "hard" | "soft"): Model {
  const element = (kind: "hard" | "soft", ends: string, name: string, omega: string): string =>
    kind === "hard"
      ? `  - rod: { between: ${ends}, length: 1, name: ${name}, omega: ${omega} }`
      : `  - spring: { between: ${ends}, length: 1, stiffness: ${omega}^2 }`;
  return validateModel(
    parseModelText(`
taut: 1
name: Two masses on two springs
parameters: { omega1: 1000, omega2: 1000, gravity: 0, x1: 1, y1: 0, x2: 2, y2: 0, u1: 0, v1: -0.5, u2: 0, v2: 0.5 }
points:
  a: { mass: 1, at: [x1, y1], velocity: [u1, v1] }
  b: { mass: 1, at: [x2, y2], velocity: [u2, v2] }
elements:
${element(first, "[origin, a]", "first", "omega1")}
${element(second, "[a, b]", "second", "omega2")}
  - gravity: [0, -gravity]
`),
    catalogue,
  );
}

export const bothHard = twoSprings("hard", "hard");
export const secondHard = twoSprings("soft", "hard");
export const firstHard = twoSprings("hard", "soft");
