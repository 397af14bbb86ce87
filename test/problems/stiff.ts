/**
 * Standard stiff problems, as models (data), with the solution at the end of the interval. Sources
 * of equations: HW = Hairer, Wanner, Solving Ordinary Differential Equations II; TS = Mazzia, Magherini, Test Set for IVP
 * Solvers, release 2.4; SD = Enright, Hull, Lindberg, Comparing numerical methods for stiff systems, BIT 15 (1975).
 */

export interface TestProblem {
  readonly name: string;
  /** A model file's data. */
  readonly model: Readonly<Record<string, unknown>>;
  readonly until: number;
  /** The solution there, component by component, and where it comes from. */
  readonly reference: readonly number[];
  readonly source: string;
  /** Sizes below which components do not matter: the absolute tolerance is rtol times this. */
  readonly scale: number | readonly number[];
  /** How to solve it, for problems of mechanics. Default "ode". */
  readonly formulation?: string;
  readonly omega?: number;
}

/** Root mean square of the error in units of the tolerance rtol (scale + |reference|). */
export function errorIn(problem: TestProblem, rtol: number, y: ArrayLike<number>): number {
  const { reference, scale } = problem;
  let sum = 0;
  for (let i = 0; i < reference.length; i++) {
    const unit = (typeof scale === "number" ? scale : scale[i]) + Math.abs(reference[i]);
    sum += ((y[i] - reference[i]) / (rtol * unit)) ** 2;
  }
  return Math.sqrt(sum / reference.length);
}

/** The absolute tolerances that go with rtol, one per component. */
export function floors({ reference, scale }: TestProblem, rtol: number): number[] {
  return reference.map((_, i) => rtol * (typeof scale === "number" ? scale : scale[i]));
}

const system = (
  name: string,
  states: Readonly<Record<string, number>>,
  rates: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, number>> = {},
) => ({ taut: 1, name, parameters, states, rates });

/** HW IV.10, TS II-20: relaxation oscillation, two fast transitions in the interval. */
const vanDerPol: TestProblem = {
  name: "van der Pol 1e6",
  model: system("van der Pol", { x: 2, y: 0 }, { x: "y", y: "((1 - x^2)*y - x)/eps" }, { eps: 1e-6 }),
  until: 2,
  reference: [1.706167732170483, -0.8928097010247975],
  source: "TS II-20",
  scale: 1,
};

/** HW IV.10, TS II-10: three reactions whose rates span nine orders of magnitude, over eleven decades of time. */
const robertson: TestProblem = {
  name: "Robertson to 1e11",
  model: system(
    "Robertson",
    { a: 1, b: 0, c: 0 },
    { a: "-0.04*a + 1e4*b*c", b: "0.04*a - 1e4*b*c - 3e7*b^2", c: "3e7*b^2" },
  ),
  until: 1e11,
  reference: [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505],
  source: "TS II-10",
  scale: [1e-8, 1e-14, 1e-6],
};

/** TS II-1: High Irradiance Responses of photomorphogenesis. */
const hires: TestProblem = {
  name: "HIRES",
  model: system(
    "HIRES",
    { a: 1, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0.0057 },
    {
      a: "-1.71*a + 0.43*b + 8.32*c + 0.0007",
      b: "1.71*a - 8.75*b",
      c: "-10.03*c + 0.43*d + 0.035*e",
      d: "8.32*b + 1.71*c - 1.12*d",
      e: "-1.745*e + 0.43*f + 0.43*g",
      f: "-280*f*h + 0.69*d + 1.71*e - 0.43*f + 0.69*g",
      g: "280*f*h - 1.81*g",
      h: "-280*f*h + 1.81*g",
    },
  ),
  until: 321.8122,
  reference: [
    0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2, 0.2386356198831331e-2,
    0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2,
  ],
  source: "TS II-1",
  scale: 1e-3,
};

/** HW IV.10, TS II-14: Belusov-Zhabotinskii reaction, a stiff limit cycle. */
const oregonator: TestProblem = {
  name: "Oregonator",
  model: system(
    "Oregonator",
    { a: 1, b: 2, c: 3 },
    { a: "77.27*(b + a*(1 - 8.375e-6*a - b))", b: "(c - (1 + a)*b)/77.27", c: "0.161*(a - c)" },
  ),
  until: 360,
  reference: [0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3],
  source: "TS II-14",
  scale: 1,
};

/** SD E5, HW IV.10: badly scaled, because the components that matter are tiny. */
const e5: TestProblem = {
  name: "E5",
  model: system(
    "E5",
    { a: 1.76e-3, b: 0, c: 0, d: 0 },
    { a: "-A*a - B*a*c", b: "A*a - M*C*b*c", c: "A*a - B*a*c - M*C*b*c + C*d", d: "B*a*c - C*d" },
    { A: 7.89e-10, B: 1.1e7, C: 1.13e3, M: 1e6 },
  ),
  until: 1e5,
  reference: [7.48132082243e-6, 2.37347815605e-12, 2.2123586689e-12, 1.61119487158e-13],
  source: "Radau IIA of order 5 in 34 digits, fixed steps, extrapolated",
  scale: [1e-6, 1e-12, 1e-12, 1e-13],
};

/** Kaps: y = e^-t, x = y^2 for every eps. */
const kaps: TestProblem = {
  name: "Kaps 1e-8",
  model: system("Kaps", { x: 1, y: 1 }, { x: "-(1/eps + 2)*x + y^2/eps", y: "x - y - y^2" }, { eps: 1e-8 }),
  until: 2,
  reference: [Math.exp(-4), Math.exp(-2)],
  source: "exact",
  scale: 1e-2,
};

/** HW IV.15: Prothero and Robinson, y = sin(t + pi/4) for every lambda; nonautonomous. */
const prothero: TestProblem = {
  name: "Prothero-Robinson 1e6",
  model: system(
    "Prothero-Robinson",
    { y: Math.SQRT1_2 },
    { y: "-lambda*(y - sin(t + phase)) + cos(t + phase)" },
    { lambda: 1e6, phase: Math.PI / 4 },
  ),
  until: 10,
  reference: [Math.sin(10 + Math.PI / 4)],
  source: "exact",
  scale: 1,
};

/** SD B5: linear, eigenvalues -10 +- 100 i near the imaginary axis, where the higher BDF are unstable. */
const oscillating: TestProblem = {
  name: "B5",
  model: system(
    "B5",
    { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
    { a: "-10*a + w*b", b: "-w*a - 10*b", c: "-4*c", d: "-d", e: "-0.5*e", f: "-0.1*f" },
    { w: 100 },
  ),
  until: 20,
  reference: [0, 0, Math.exp(-80), Math.exp(-20), Math.exp(-10), Math.exp(-2)],
  source: "exact",
  scale: 1,
};

/** HW IV.10 (BRUSS) with 32 points: the Brusselator with diffusion in one dimension. */
const brusselator = ((): TestProblem => {
  const points = 32;
  const states: Record<string, number> = {};
  const rates: Record<string, string> = {};
  const weight = 0.02 * (points + 1) ** 2;
  for (let i = 1; i <= points; i++) {
    states[`u${i}`] = 1 + Math.sin((2 * Math.PI * i) / (points + 1));
    states[`v${i}`] = 3;
    const at = (name: string, k: number, edge: number) => (k === 0 || k > points ? String(edge) : `${name}${k}`);
    const diffusion = (name: string, edge: number) =>
      `${weight}*(${at(name, i - 1, edge)} - 2*${name}${i} + ${at(name, i + 1, edge)})`;
    rates[`u${i}`] = `1 + u${i}^2*v${i} - 4*u${i} + ${diffusion("u", 1)}`;
    rates[`v${i}`] = `3*u${i} - u${i}^2*v${i} + ${diffusion("v", 3)}`;
  }
  return {
    name: "Brusselator 1D",
    model: system("Brusselator with diffusion", states, rates),
    until: 10,
    reference: [
      0.921719997563, 3.09881587098, 0.846313932806, 3.19389820188, 0.776088458432, 3.28218275867, 0.712624583345,
      3.36150778907, 0.656764617359, 3.43066787235, 0.608710361352, 3.48932334022, 0.568181338109, 3.53782274435,
      0.534585507551, 3.57699475033, 0.507170262761, 3.60795053509, 0.485138657567, 3.63191907004, 0.467728860425,
      3.65012243519, 0.454262210989, 3.66368877219, 0.444167998651, 3.67359599364, 0.43699297632, 3.68063825793,
      0.43240220527, 3.68540792915, 0.430176075148, 3.68828720103, 0.430206735852, 3.68944518319, 0.43249586337,
      3.68883778087, 0.437154627649, 3.68620909368, 0.444405821646, 3.68109436253, 0.454587201823, 3.6728257929,
      0.468154038718, 3.6605439589, 0.485677573349, 3.64321898912, 0.507834502082, 3.61968728967, 0.535380937704,
      3.58871090691, 0.569103020342, 3.5490671689, 0.609736471454, 3.49967489288, 0.657850415692, 3.43975867815,
      0.713698431122, 3.36904306989, 0.777052842605, 3.28795325422, 0.847054906418, 3.19778095916, 0.922127645943,
      3.1007604045,
    ],
    source: "scipy Radau at rtol 1e-12",
    scale: 1,
  };
})();

const doublePendulum = (damping: number) => ({
  taut: 1,
  name: "stiff double pendulum",
  points: {
    a: { mass: 1, at: [1, 0], velocity: [0, -0.5] },
    b: { mass: 1, at: [2, 0], velocity: [0, 0.5] },
  },
  elements: [
    { rod: { between: ["origin", "a"], length: 1 } },
    { rod: { between: ["a", "b"], length: 1 } },
    { damper: { between: ["origin", "a"], damping } },
    { damper: { between: ["a", "b"], damping } },
    { gravity: [0, -1] },
  ],
});

/** Ariel section 5.1 under gravity 1, with rods as springs of omega = 1000 and about half the critical damping. */
const damped: TestProblem = {
  name: "damped stiff pendulum",
  model: doublePendulum(1000),
  until: 5,
  reference: [
    -0.921244839129, -0.388984355985, -0.989831127144, 0.608660760219, 0.0670082737415, -0.158699385404,
    0.0774975164937, -0.157978401543,
  ],
  source: "scipy Radau at rtol 1e-12",
  scale: 1,
  formulation: "stiff",
  omega: 1000,
};

/**
 * The same without damping: it has 160 periods of a small fast oscillation, which methods resolve once the tolerance is
 * smaller, and then the errors of all periods add up. Methods for stiff problems are not meant for this, so it is in no
 * class and serves for comparison.
 */
export const undamped: TestProblem = {
  name: "undamped stiff pendulum",
  model: doublePendulum(0),
  until: 1,
  reference: [
    0.7037931432598, -0.7104081940643, 1.5095285024331, -0.1181321531687, -0.7389997172622, -0.7288902822305,
    -0.7379316573842, -0.7315262357532,
  ],
  source: "scipy DOP853 at rtol 1e-13",
  scale: 1,
  formulation: "stiff",
  omega: 1000,
};

export const stiffProblems: readonly TestProblem[] = [
  vanDerPol,
  robertson,
  hires,
  oregonator,
  e5,
  kaps,
  prothero,
  oscillating,
  brusselator,
  damped,
];
