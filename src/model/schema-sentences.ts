/** What every key of a model file means, for the JSON Schema: the sentences of each map of `schema.ts`, by its title. */

type Sentences = Readonly<Record<string, string>>;

const site = {
  charge: "Charge, for the element coulomb.",
  sigma: "Distance at which the Lennard-Jones energy is zero, for the element lennard-jones.",
  epsilon: "Depth of the Lennard-Jones energy, for the element lennard-jones.",
};

const laws = {
  potential: "Energy of the positions; the force is minus its gradient.",
  constraint: "What must vanish: a scalar, a vector, a list, or a map of named components.",
  force: "Force on the only node, or a map from nodes to forces.",
  kinetic: "Kinetic energy that is added to that of the masses.",
  dissipation:
    "Dissipation D(q, v), whose forces are -dD/dv; rate(…) in it is the time derivative of an expression of positions.",
};

const lawsByDimension = {
  ...laws,
  line: "Laws for points with one component.",
  plane: "Laws for points with two components.",
  space: "Laws for points with three components.",
};

export const sentences: Readonly<Record<string, Sentences>> = {
  "a parameter of an element": {
    about: "One sentence.",
    unit: "Unit or dimension, in which nodes may be named: N/m, length, mass/time, energy/theta^2.",
    vector: "True for a vector with as many components as the points have.",
    default: "Value when none is given: an expression of the nodes at the start, mass(node) and other parameters.",
    motion: "True for a parameter that may be an expression of t.",
    derived: "True for a parameter that always has its default: an abbreviation that is computed once.",
    above: "Values must be above this number.",
    atLeast: "Values must be at least this number.",
    why: "Why values outside these bounds are refused, and what to do instead.",
  },
  "a range": {
    from: "First value of the index, which may contain earlier indices.",
    to: "Last value of the index, which may contain earlier indices.",
  },
  "the laws for one dimension": {
    ...laws,
  },
  "the laws for two dimensions": {
    ...laws,
  },
  "the laws for three dimensions": {
    ...laws,
  },
  "an element's definition": {
    about: "What the element does, in a sentence.",
    on: "Names of the nodes inside the laws.",
    parameters: "Parameters: a default value, or a map with about, unit, default, vector, above, atLeast.",
    main: "The parameter that an element written in short form sets, as in `gravity: [0, -9.81]`.",
    everywhere: "True for an element on one node that acts on every free point unless `on` is given.",
    pairs:
      "Properties of points (charge, sigma, epsilon): the element acts on every pair of points that have them, except within a molecule. Its potential is a function of norm(a - b) and may contain charge_a and charge_b.",
    applied: "Only in built-in elements: the parameter of that name is an expression of the motion.",
    settles: "A parameter on which two of these elements between the same nodes, in any order, must agree.",
    draw: "How pictures show the element: as a rod, a spring, a damper, a rope or a dashed line between its first two nodes; or, for an element on one node, as the plane or the line on which its parameters `through` and `unit` hold the node.",
    ...lawsByDimension,
    flags: "Switches: when one is true in an element, its laws replace those above.",
  },
  "a flag": {
    about: "What the flag does, in a sentence.",
    ...lawsByDimension,
  },
  "a point": {
    mass: "Mass. Needed unless the point is fixed or the kinetic energy is given otherwise.",
    at: "Position at the start, or a table with a row for each member. For a fixed point it may contain t, and then the point moves.",
    velocity: "Velocity at the start, or a table of velocities. Default: zero.",
    ...site,
    molecule:
      "Name of a molecule. Points with the same name and index form a molecule; pair elements do not act within it.",
    fixed: "True for an anchor, which does not move by itself.",
    direction: "True for a direction instead of a place: gravity and other elements on every point do not act on it.",
  },
  "a massless site": {
    of: "The points that the site follows, each with its weight; the weights add up to 1.",
    ...site,
    molecule: "Name of a molecule. Default: that of the first point.",
  },
  "a site of a body": {
    at: "Place from the centre of mass, in the axes of the body.",
    ...site,
  },
  "a coordinate": {
    at: "Value at the start. Default: 0.",
    velocity: "Velocity at the start. Default: 0.",
    mass: "Mass or moment of inertia of this coordinate.",
  },
  "a body": {
    mass: "Mass.",
    density:
      "Instead of a mass: density of its shape, per area for a plate and in the plane, per length for a thin bar.",
    inertia:
      "Moments about the centre of mass: three principal ones in space, one in the plane; or a matrix with products of inertia, in the axes of the body. Default: those of its shape.",
    box: "Shape: edges along its axes, three in space and two in the plane.",
    cylinder: "Shape: radius and length, along axis 3; in the plane a disc.",
    sphere: "Shape: radius.",
    bar: "Shape: length, along axis 1; or length and radius.",
    plate: "Shape: edges along axes 1 and 2, without thickness.",
    at: "Origin of the body at the start, which is its centre of mass unless centre is given.",
    centre: "Centre of mass in the axes of the body, from its origin. Default: zero.",
    inertiaAt:
      "The place about which inertia is given, in the axes of the body, from its origin. Default: the centre of mass.",
    angle: "Rotation of its axes at the start, in radians. Default: 0.",
    axis: "In space, the axis of that rotation. Default: [0, 0, 1].",
    velocity: "Velocity of the centre of mass at the start. Default: zero.",
    spin: "Rates of rotation about its axes at the start. Default: zero.",
    points: "Places that move with the body, in its axes: tip of the body arm is the point arm_tip.",
    directions: "Directions that turn with the body, in its axes.",
    sites: "Places that move with the body and have charges, sigma and epsilon.",
  },
  "a joint": {
    between: "The two bodies, or points of them; one may be world or a fixed point.",
    at: "Place of the joint at the start; not needed where points of bodies are given.",
    axis: "Axis of a hinge, slider, slot, screw or cylindrical joint at the start, or normal of a planar one.",
    axes: "The two axes of a universal joint at the start, at right angles.",
    angle: "Value of its angle at the start. Default: 0.",
    travel: "Value of its travel at the start. Default: 0.",
    pitch: "Travel of a screw in one turn.",
    length: "Distance that is kept. Default: that at the start.",
    surface: "Expression of x, y, z in the axes of the second body that is zero on the surface.",
    radius: "Radius of the curve as an expression of the angle phi in the axes of the second body.",
    height: "Height y of the curve as an expression of x in the axes of the second body.",
    stiffness: "Stiffnesses of a bushing along and about its axes, or a matrix.",
    damping: "Damping of a bushing along and about its axes, or a matrix.",
    name: "Name of its constraints; crank_angle is then the angle of crank.",
    wrap: "True if indices wrap around: the member after the last is the first.",
  },
  "a site of a molecule": {
    mass: "Mass.",
    at: "Place in the molecule.",
    of: "Instead of a mass and a place: the sites that this one follows, each with its weight.",
    ...site,
  },
  "a template": {
    about: "What the template describes, in a sentence.",
    units: "Units of its numbers, which are converted to those of the model. Default: those of the model.",
    sites: "Sites by name.",
    elements: "Elements between sites of the same molecule, which they refer to by name.",
  },
  "a molecule": {
    template: "Name of a template: your own, or a built-in one (tip3p).",
    at: "Origin of the molecule at the start: expressions of the index, or a table.",
    angle: "Rotation of the molecule at the start, in radians. Default: 0.",
    axis: "In space, the axis of that rotation. Default: [0, 0, 1].",
    velocity: "Velocity of all its sites at the start. Default: zero.",
    positions: "Instead of at: positions with a row for each site, molecule by molecule.",
    velocities: "With positions: velocities with a row for each site, molecule by molecule.",
  },
  "a block of the mass matrix": {
    of: "The coordinates of the block, in the order of its rows.",
    matrix: "Rows of the symmetric, positive definite block.",
  },
  "a constraint": {
    expression: "Expression that must vanish.",
    omega: "Stiffness of this constraint in the stiff view. Default: that of the run.",
  },
  "an event": {
    when: "The event happens where this expression changes sign.",
    direction: "Which changes of sign count. Default: both.",
    stop: "End the run there. Default: false.",
  },
  "a table": {
    x: "Arguments, ascending; with a file, the name of a column. Default there: the first column.",
    y: "Values, or the second arguments of a table with z, ascending; with a file, the name of a column. Default there: the second column.",
    z: "Values of a table with two arguments: a row for each x with a number for each y. With a file, the name of a column.",
    file: "A CSV file beside the model, with a line of names.",
    layout:
      "With a file: columns has a line for each point (the default); grid has y in its first line, x in its first column and the values of a table with two arguments between them.",
    by: "How values between the points are found: pchip (no overshoot along the lines of the points), linear, or cubic (smoothest). Default: pchip.",
    outside:
      "What holds outside the points: refuse ends the run there, hold keeps the last value, extend goes on with the last slope. With two arguments also { x: hold, y: refuse }. Default: refuse.",
    period:
      "The function repeats itself after this length; the last point may be left out. With two arguments { x: 2*pi }, or y, or both.",
    about: "Remark.",
  },
  "the outside of a table": {
    x: "What holds outside the points of x: refuse, hold or extend. Default: refuse.",
    y: "What holds outside the points of y: refuse, hold or extend. Default: refuse.",
  },
  "the period of a table": {
    x: "The function repeats itself in its first argument after this length.",
    y: "The function repeats itself in its second argument after this length.",
  },
  "an output": {
    of: "An expression of coordinates, velocities, accelerations (x''), t, lambda(constraint), reaction(constraint, point), torque(joint, body), kinetic(), potential() and energy().",
    continuous: "True for an angle whose turns are counted, so that it does not jump by 2 pi. Default: false.",
    unit: "Unit on the axes of plots. In a model with units, values are converted to it. Default there: the unit that follows from the expression.",
    about: "Remark.",
  },
  "a drawn thing": {
    through: "Places, in order: expressions of the motion, or names of points.",
    at: "Place of its middle: an expression of the motion, or the name of a point.",
    radius: "Radius.",
    length: "Length along its axis.",
    size: "Edges of a box: two numbers in the plane, three in space.",
    along: "Direction of its first axis; of the axis of a cylinder. Default: x, and z for a cylinder in space.",
    across: "Direction of the second edge of a box, at right angles to the first. Default: level.",
    words: "The words that are written.",
    closed: "True to join the last place to the first and to fill the area. Default: false.",
    dashed: "True for a dashed line. Default: false.",
    grounded: "True for a pin on the ground. Default: false.",
    body: "A body with which the thing moves; its places are then numbers in the axes of the body, from its origin.",
    instead: "True to draw the thing in place of the picture of the body itself. Default: false.",
    colour: "Colour. Default: that of the kind.",
  },
  "an observable": {
    of: "An expression of coordinates, velocities and t, or a list of them whose values are pooled.",
    temperature:
      "Twice the kinetic energy divided by the degrees of freedom, for points by name (a family, bead[3], H*) or for all.",
    distances: "Distances between the points of two groups; with a histogram, a radial distribution.",
    histogram: "How often values fall into bins from `from` to `to`.",
    correlation: "Longest lag of the autocorrelation, as a time.",
  },
  observe: {
    every: "Time between measurements. Default: every accepted step.",
    after: "Time of the first measurement. Default: the start.",
  },
  run: {
    start: "Whether the start is projected onto the constraints, checked, or taken as it is. Default: project.",
    until: "Time at which the run ends.",
    step: "Step length; fixed when the method has no error control.",
    maxStep: "Longest step with error control.",
    maxSteps: "Largest number of steps.",
    rtol: "Relative tolerance.",
    atol: "Absolute tolerance.",
    norm: "The norm of an error that must stay below the tolerance: root mean square, or largest component.",
    precision:
      "Of the forces between pairs of points. double (default), or mixed: single precision with sums in double, which takes about half of the time.",
    every: "Interval between saved states.",
    saveAt: "Times of saved states.",
    events: "Events by name: where an expression changes sign.",
    observables: "What is measured during the run: means with errors, histograms, autocorrelations.",
    observe: "When observables are measured.",
    omega: "Stiffness of the stiff view; it takes precedence over that of the model.",
    seed: "Seed of random numbers.",
    accept:
      "Kinds of conserved quantities that the run need not keep: losing one gives neither a warning nor a failure.",
  },
  begin: {
    time: "Time of this state. Default: the time at the start.",
    state: "Coordinates in the order of the results, then velocities, then states.",
  },
  "a model": {
    $schema: "The address of the schema, for editors.",
    taut: "Version of the format.",
    include: "Files beside the model with further parameters, tables, let, define, templates and elements.",
    name: "Title.",
    about: "One sentence on what to look at.",
    parameters: "Numbers, or expressions of other parameters.",
    tables: "Functions given by points, which expressions call by name: torque(theta').",
    let: "Named expressions of coordinates, velocities, t and each other, in any order; every other expression may use them.",
    points: "Points in 1, 2 or 3 dimensions, all of one dimension.",
    sites: "Massless sites: places that follow points by weights, for pair elements and expressions.",
    bodies: "Rigid bodies, in natural coordinates.",
    templates: "Molecules of your own, by name.",
    molecules: "Molecules: templates, repeated and placed.",
    box: "Edges of a periodic box, in which pair elements act between nearest images. Default: no box.",
    joints: "Joints between bodies, and bushings.",
    coordinates: "Scalar coordinates: a list of names, or a map of names to start values.",
    mass: "Constant mass matrix of the coordinates: a number, a map, or a list with dense blocks.",
    kinetic: "Kinetic energy T(q, v), instead of mass.",
    potential: "Potential energy: an expression, or a map of names to expressions that are added.",
    force: "Forces on coordinates (scalars) and points (vectors).",
    constraints: "Expressions of positions and t that must vanish; for states, of states, algebraic variables and t.",
    initial: "Start values by name: theta, theta', a, a_x'.",
    invariants: "Functions of positions, velocities and t that keep their starting value.",
    outputs: "Columns of the results by name: expressions of everything that a state has.",
    draw: "What pictures show beside points, elements, bodies and joints: lines and shapes by expressions of the motion.",
    states: "Unknowns with rates: a first-order system, or controllers and motors beside points and coordinates.",
    rates: "The time derivative of each state.",
    algebraic:
      "Unknowns of a first-order system that have no rates: an equal number of constraints determines them. A map gives guesses of their start values.",
    define: "New kinds of elements, written like the built-in ones.",
    elements: "Elements, such as rods and springs.",
    time: "Time at the start. Default: 0.",
    begin:
      "A whole state at which to begin instead of the start values; taut run --from makes it from an earlier result.",
    omega: "Default stiffness of constraints in the stiff view. Default: 1000.",
    run: "How to run the model; options of the command take precedence.",
  },
};
