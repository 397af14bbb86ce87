/** A summary of each paper, in plain words. */
export const paperWords: Readonly<Record<string, readonly string[]>> = {
  ariel: [
    "Make a spring infinitely stiff and it becomes a rod. Before that limit, the spring vibrates in almost every motion, but there are special starting points from which it does not. They form the slow manifold, which has the dimension of the set of rigid motions and is close to it.",
    "The paper finds such points from the forces alone: integrate a little way forward and back, average the vibration away with a filter, take the average as the new point, and repeat. A few iterations reach the slow manifold, and also give the forces in the rods. The same step, used inside an integrator, lets an explicit method follow the slow motion.",
  ],
  "sanz-serna": [
    "When fast vibrations are small, only their average affects the slow motion. So there is no need to follow them: from time to time, simulate the full system for a short while, average the force, and take one large step of an ordinary method with that force.",
    "The cost then depends on the slow motion and not on the stiffness, and any standard solver may take the large steps, with fixed steps or with error control.",
  ],
  gear: [
    "Constraints can be turned into very stiff but strongly damped springs, with a stiffness of our choice. Because the fast modes are known, a few tiny explicit steps before each large one damp them away.",
    "An explicit method can therefore solve mechanisms with constraints, and the integrator itself solves no linear systems. The paper compares several ways to choose the springs.",
  ],
  "tao-owhadi": [
    "A family of methods solves one linear system per step, never a nonlinear one, and still preserves the geometry of mechanics, because each of them follows from a discrete principle of least action.",
    "With constraints replaced by stiff springs, these methods take steps much longer than the fast period. The paper shows in what sense the result converges to the motion with rods, also in heat baths and on rotation groups.",
  ],
  ascher: [
    "If a constraint is differentiated until only an ordinary differential equation is left, the numerical solution slowly drifts off the constraint. The popular remedy, Baumgarte's, adds a restoring force whose strength is hard to choose.",
    "The paper's remedy needs no parameter: after each step, take one step, or half of one, straight back towards the constraint. The paper explains when that is enough, and how it relates to a full projection.",
  ],
};
