// What each screen makes a browser download, read from the build's manifest, in gzipped bytes.

export type Manifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }
>;
export type Sizes = (file: string) => number;

const ENTRY = "index.html";
const CATALOGUE = "virtual:catalogue/";

function routeChunk(route: string): string {
  return `src/routes/${route}.tsx?tsr-split=component`;
}

/** All files that come with these chunks: their imports, the imports' imports, and the styles. */
export function filesOf(manifest: Manifest, chunks: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const chunk of chunks) visit(chunk);
  return files;
}

/** A first visit: the entry, the larger language, the layout and the screen. */
export function screenFiles(manifest: Manifest, layout: string, screen: string): Set<string> {
  const parts = layout === "_default" ? ["first", "rest"] : ["first"];
  if (/^_default\/(?:admin\.activity|profile)/.test(screen)) parts.push("rare");
  if (screen === "_default/profile") parts.push("account");
  if (/^_default\/admin\.(?:users|organization|projects\.settings)/.test(screen))
    parts.push("administration");
  if (/^_default\/admin\.(?:connections|matching)/.test(screen)) parts.push("outside");
  if (/^_default\/(?:projects\.\$id\.(?:view|churn)|churns|oos-sales)/.test(screen))
    parts.push("work");
  if (/^_default\/(?:admin\.)?teams/.test(screen)) parts.push("teams");
  if (/^_default\/(?:index|dashboard)$/.test(screen)) parts.push("board");
  if (screen === "_default/index") parts.push("home");
  const french = parts.map((part) => `${CATALOGUE}fr/${part}`);
  return filesOf(manifest, [ENTRY, ...french, routeChunk(layout), routeChunk(screen)]);
}

export function weigh(files: Iterable<string>, size: Sizes): number {
  return [...files].reduce((sum, file) => sum + size(file), 0);
}

export type Row = { what: string; bytes: number; limit: number };

export const SCREENS = [
  { screen: "_auth/auth.login.index", layout: "_auth", limit: 175_000 },
  { screen: "_default/index", layout: "_default", limit: 225_000 },
  { screen: "_default/dashboard", layout: "_default", limit: 225_000 },
  { screen: "_default/clients.index", layout: "_default", limit: 245_000 },
  { screen: "_default/projects.fixed", layout: "_default", limit: 245_000 },
  { screen: "_default/projects.oos", layout: "_default", limit: 245_000 },
  { screen: "_default/projects.retainer", layout: "_default", limit: 245_000 },
  { screen: "_default/invoices", layout: "_default", limit: 245_000 },
  { screen: "_default/clients.$id.view", layout: "_default", limit: 245_000 },
  { screen: "_default/clients.$id.billing", layout: "_default", limit: 245_000 },
  { screen: "_default/projects.$id.view", layout: "_default", limit: 245_000 },
  { screen: "_default/teams", layout: "_default", limit: 245_000 },
  { screen: "_default/admin.users.index", layout: "_default", limit: 245_000 },
  { screen: "_default/admin.users.$id.view", layout: "_default", limit: 245_000 },
  { screen: "_default/admin.activity", layout: "_default", limit: 245_000 },
  { screen: "_default/admin.connections", layout: "_default", limit: 245_000 },
  { screen: "_default/admin.matching", layout: "_default", limit: 245_000 },
] as const;

/** The ways people go; each may cost only a little more than what they have already. */
export const STEPS = [
  ["_default/index", "_default/clients.index"],
  ["_default/index", "_default/profile"],
  ["_default/clients.index", "_default/clients.$id.view"],
  ["_default/clients.$id.view", "_default/clients.$id.edit"],
  ["_default/clients.index", "_default/projects.fixed"],
  ["_default/projects.fixed", "_default/projects.$id.view"],
  ["_default/projects.$id.view", "_default/projects.$id.edit"],
  ["_default/projects.fixed", "_default/projects.create"],
  ["_default/clients.index", "_default/invoices"],
  ["_default/clients.index", "_default/teams"],
  ["_default/clients.index", "_default/admin.teams.index"],
  ["_default/admin.teams.index", "_default/admin.teams.$id.view"],
  ["_default/admin.teams.$id.view", "_default/admin.teams.$id.edit"],
  ["_default/clients.index", "_default/admin.users.index"],
  ["_default/admin.users.index", "_default/admin.users.$id.view"],
  ["_default/admin.users.$id.view", "_default/admin.users.$id.edit"],
  ["_default/admin.users.index", "_default/admin.users.create"],
  ["_default/admin.users.index", "_default/admin.organization"],
  ["_default/dashboard", "_default/admin.connections"],
  ["_default/dashboard", "_default/admin.matching"],
] as const;

/** What is opened from one's account, and where from. */
const SECURITY = "src/features/profile/SecurityPanel.tsx";
const OF_ACCOUNT = /^src\/features\/profile\/(?!SecurityPanel)/;

const STEP_LIMIT = 40_000;
const CATALOGUE_LIMIT = 20_000;
const STYLES_LIMIT = 20_000;
const CHUNK_LIMIT = 75_000;
const EXTRA_LIMIT = 45_000;
const REQUESTS_LIMIT = 30;
/** What draws, its styles with it. */
const CHARTS_LIMIT = 25_000;
const CHARTS = /\/charts-[^/]*\.(?:js|css)$/;

const isStyle = (file: string) => file.endsWith(".css");
const without = (files: Set<string>, known: Set<string>) => files.difference(known);

function screenRows(manifest: Manifest, size: Sizes): Row[] {
  return SCREENS.flatMap(({ screen, layout, limit }) => {
    const files = screenFiles(manifest, layout, screen);
    const styles = [...files].filter(isStyle);
    return [
      { what: `first visit ${screen}`, bytes: weigh(files, size), limit },
      { what: `  its styles`, bytes: weigh(styles, size), limit: STYLES_LIMIT },
      { what: `  its requests (count)`, bytes: files.size, limit: REQUESTS_LIMIT },
    ];
  });
}

function stepRows(manifest: Manifest, size: Sizes): Row[] {
  return STEPS.map(([from, to]) => {
    const known = screenFiles(manifest, "_default", from);
    const more = without(screenFiles(manifest, "_default", to), known);
    return { what: `${from} → ${to}`, bytes: weigh(more, size), limit: STEP_LIMIT };
  });
}

/** Modals, panels and other parts that come when they are opened: from a list at the earliest, or from one's account. */
function extraRows(manifest: Manifest, size: Sizes): Row[] {
  const list = screenFiles(manifest, "_default", "_default/clients.index");
  const account = screenFiles(manifest, "_default", "_default/profile").union(
    filesOf(manifest, [SECURITY]),
  );
  return Object.entries(manifest)
    .filter(([name, chunk]) => chunk.isDynamicEntry && !/^src\/routes\/|^virtual:/.test(name))
    .map(([name]) => ({
      what: `opened: ${name}`,
      bytes: weigh(
        without(filesOf(manifest, [name]), OF_ACCOUNT.test(name) ? account : list),
        size,
      ),
      limit: EXTRA_LIMIT,
    }));
}

function fileRows(manifest: Manifest, size: Sizes): Row[] {
  return Object.entries(manifest)
    .map(([name, { file }]) => ({
      what: name.startsWith(CATALOGUE) ? `words ${name}` : `chunk ${file}`,
      bytes: size(file),
      limit: name.startsWith(CATALOGUE) ? CATALOGUE_LIMIT : CHUNK_LIMIT,
    }))
    .filter(({ what, bytes, limit }) => what.startsWith("words") || bytes > limit / 2);
}

function chartRows(manifest: Manifest, size: Sizes): Row[] {
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const charts = new Set(files.filter((file) => CHARTS.test(file)));
  return [{ what: "charts", bytes: weigh(charts, size), limit: CHARTS_LIMIT }];
}

export function measure(manifest: Manifest, size: Sizes): Row[] {
  return [
    ...screenRows(manifest, size),
    ...stepRows(manifest, size),
    ...extraRows(manifest, size),
    ...chartRows(manifest, size),
    ...fileRows(manifest, size),
  ];
}

export function overBudget(rows: readonly Row[]): Row[] {
  return rows.filter(({ bytes, limit }) => bytes > limit);
}
