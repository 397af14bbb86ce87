/** Bars of length and mass 1 on hinges in a row, the first of them held by the world. */
export const hinged = (n: number): object => ({
  taut: 1,
  bodies: { link: { mass: 1, bar: [1, 0.05], repeat: n, at: ["i + 0.5", 0, 0] } },
  joints: [
    { hinge: { between: ["world", "link[0]"], at: [0, 0, 0], axis: [0, 1, 0] } },
    { hinge: { repeat: n - 1, between: ["link[i]", "link[i+1]"], at: ["i + 1", 0, 0], axis: [0, 1, 0] } },
  ],
  elements: [{ gravity: [0, 0, -9.81] }],
});
