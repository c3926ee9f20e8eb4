// The walls of the front end: routes → features → ui → session → api; words and lib lie below all.
const ROOMS = ["routes", "features", "ui", "session", "api", "i18n", "lib"];

/** Every room may look down the list, never up. */
const walls = ROOMS.slice(1).map((room, index) => ({
  name: `${room}-looks-down-only`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^src/(?:app|${ROOMS.slice(0, index + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...walls,
    {
      name: "routes-do-not-know-the-app",
      severity: "error",
      from: { path: "^src/routes/" },
      to: { path: "^src/app/" },
    },
    {
      name: "forms-are-bound-to-the-api",
      comment: "DescribedForm does not check fields against a body; ResourceForm does.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(?:ui/form|testing)/" },
      to: { path: "^src/ui/form/DescribedForm\\.tsx$" },
    },
    {
      name: "features-are-islands",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: "routeTree\\.gen\\.ts$" } },
    },
    {
      name: "tests-are-not-shipped",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/testing/|\\.test\\.tsx?$" },
      to: { path: "^src/testing/|\\.test\\.tsx?$" },
    },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-undeclared-package",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "routeTree\\.gen\\.ts$" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "default", "types"],
      extensions: [".ts", ".tsx", ".d.ts", ".js", ".mjs", ".json", ".css"],
    },
  },
};
