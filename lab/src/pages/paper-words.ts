/** What each paper says, in plain words, by its key. */
export const paperWords: Readonly<Record<string, readonly string[]>> = {
  ariel: [
    "Make a spring infinitely stiff and it becomes a rod. Before that limit almost every motion of the spring trembles, but there are special starting points from which it does not. They form the slow manifold, as large as the set of rigid motions and close to it.",
    "The paper finds such points with nothing but the forces: integrate a little way forward and back, average the trembling away with a filter, take the average as the new point, and repeat. A few rounds reach the slow manifold, and give the forces in the rods for free. The same step, used inside an integrator, lets an explicit method walk along the slow motion.",
  ],
  "sanz-serna": [
    "When fast vibrations are small, only their average affects the slow motion. So there is no need to follow them: from time to time, simulate the full system for a short while, average the force, and take one large step of an ordinary method with that force.",
    "The cost then depends on the slow motion and not on the stiffness, and any standard solver may take the large steps, with fixed steps or with error control.",
  ],
  gear: [
    "Constraints can be turned into very stiff but strongly damped springs, with a stiffness that we choose ourselves. Since we know where the fast modes are, a few tiny explicit steps before each large one damp them away.",
    "So an explicit method, which has no linear systems of its own to solve, can integrate mechanisms with constraints; the paper compares several ways to choose the springs.",
  ],
  "tao-owhadi": [
    "The paper studies methods that solve one linear system per step, never a nonlinear one. They still preserve the geometry of mechanics, because each of them follows from a discrete principle of least action.",
    "With constraints replaced by stiff springs these methods take steps much longer than the fast period. The paper says in what sense the result converges to the motion with rods, and applies the methods to heat baths and to groups of rotations.",
  ],
  ascher: [
    "Differentiate a constraint until only an ordinary differential equation is left, and its numerical solution slowly drifts off the constraint. The popular cure, Baumgarte's, adds a restoring force whose strength is hard to choose.",
    "The paper's cure needs no choice: after each step, take one step, or half of one, straight back towards the constraint. It explains when that is enough, and how it relates to projecting all the way.",
  ],
};
