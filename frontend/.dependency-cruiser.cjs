// The layers and areas of the front end, and which of them may import which.
const LAYERS = ["routes", "features", "ui", "session", "api", "i18n", "lib"];
// The same as below backend/regie/domains.
const AREAS = [
  "records",
  "people",
  "work",
  "money",
  "integrations",
  "insights",
  "accounts",
  "administration",
];

/** A layer imports those after it in the list. */
const layers = LAYERS.slice(1).map((layer, index) => ({
  name: `${layer}-imports-lower-layers-only`,
  severity: "error",
  from: { path: `^src/${layer}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^src/(?:app|${LAYERS.slice(0, index + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: "routes-do-not-import-the-app",
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
      name: "calls-are-bound-to-the-api",
      comment:
        "These modules do not check a call against its path; api/client.ts and api/queries.ts do.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(?:api|ui|testing)/" },
      to: { path: "^src/api/(?:request|listPageQuery)\\.ts$" },
    },
    {
      name: "features-belong-to-an-area",
      severity: "error",
      from: {},
      to: {
        path: "^src/features/",
        pathNot: `^src/features/(?:${AREAS.join("|")})/[^/]+/`,
      },
    },
    {
      name: "features-do-not-import-each-other",
      comment: "What two nouns share belongs to a lower layer; a route puts them together.",
      severity: "error",
      from: { path: "^src/features/([^/]+/[^/]+)/" },
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
