// Which way imports point. A folder of src/ may import itself and the folders in its row, nothing else.

const belowExperiment = [
  "core",
  "wasm",
  "symbolic",
  "kernels",
  "linalg",
  "random",
  "model",
  "elements",
  "compile",
  "filters",
  "formulations",
  "methods",
  "projections",
  "controllers",
  "observers",
  "solve",
  "report",
];

/** @type {Record<string, string[]>} */
const mayImport = {
  core: [],
  wasm: ["core"],
  symbolic: ["core"],
  kernels: ["symbolic", "wasm", "core"],
  linalg: ["kernels", "wasm", "core"], // of kernels the elementary functions
  random: ["kernels", "core"],
  model: ["kernels", "symbolic", "core"],
  elements: ["model", "symbolic", "core"],
  compile: ["model", "kernels", "linalg", "symbolic", "wasm", "core"],
  filters: ["kernels", "linalg", "core"],
  formulations: ["filters", "linalg", "core"],
  methods: ["kernels", "linalg", "random", "wasm", "core"], // of kernels the elementary functions
  projections: ["filters", "linalg", "core"],
  controllers: ["core"],
  observers: ["core", "linalg"],
  solve: ["formulations", "methods", "projections", "controllers", "observers", "linalg", "core"],
  report: ["core", "experiment"], // of experiment the types only: see report-takes-types-only
  experiment: belowExperiment,
  papers: [...belowExperiment, "experiment"],
};

const folders = Object.keys(mayImport);
const tests = "\\.test\\.ts$";

const directions = folders.map((folder) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import only: ${mayImport[folder].join(", ") || "nothing but itself"}.`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: tests },
  to: { path: "^(src|lab|test|bench|scripts)/", pathNot: `^src/(${[folder, ...mayImport[folder]].join("|")})/` },
}));

export default {
  forbidden: [
    ...directions,
    {
      name: "folder-without-rank",
      comment: "A new folder of src/ needs a row in .dependency-cruiser.mjs that says what it may import.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: [`^src/(${folders.join("|")}|cli)/`, tests] },
      to: {},
    },
    {
      name: "report-takes-types-only",
      comment: "src/report makes strings from results: it may know the types of src/experiment, not its code.",
      severity: "error",
      from: { path: "^src/report/", pathNot: tests },
      to: { path: "^src/experiment/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nobody-imports-cli",
      comment: "src/cli is the outermost layer: nothing imports it.",
      severity: "error",
      from: { path: "^(src|lab)/", pathNot: ["^src/cli/", tests] },
      to: { path: "^src/cli/" },
    },
    {
      name: "only-cli-uses-node",
      comment: "The library runs unchanged in browsers: only src/cli may import Node's own modules.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/cli/", tests] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "lab-by-package-name",
      comment: "The lab imports the library as `taut`, never by a path into src/.",
      severity: "error",
      from: { path: "^lab/" },
      to: { path: "^src/" },
    },
    {
      name: "no-test-in-source",
      comment: "Shipped code does not import tests.",
      severity: "error",
      from: { path: "^src/", pathNot: tests },
      to: { path: [tests, "^(test|bench|scripts|lab)/"] },
    },
    {
      name: "no-dev-dependency-in-source",
      comment: "Shipped code imports only what `dependencies` in package.json installs, and optional peers.",
      severity: "error",
      from: { path: "^src/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only", "npm-peer"] },
    },
    {
      name: "no-cycles",
      comment: "Two files that import each other are one file, or need a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "This import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" }, // modules that the lab's build makes
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
