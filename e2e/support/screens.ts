// Every screen of the product, with the address of a real record where it shows one.
import type { Page as BrowserPage } from "@playwright/test";
import type { Api } from "./api.ts";

export interface Screen {
  name: string;
  path: (api: Api) => Promise<string>;
  /** Whether its dark theme is checked too. */
  dark?: boolean;
  signedOut?: boolean;
  /** What the tab remembers from the screens before this one. */
  remembered?: Record<string, unknown>;
}

/** Gives the tab what it remembers when a screen is the second step of something. */
export async function remember(page: BrowserPage, { remembered = {} }: Screen): Promise<void> {
  if (Object.keys(remembered).length === 0) return;
  await page.addInitScript(
    (entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    },
    Object.entries(remembered).map(([name, value]) => [name, JSON.stringify(value)] as const),
  );
}

interface Page {
  data: { api_id: string }[];
}

async function firstId(api: Api, list: string): Promise<string> {
  const { data } = await api.get<Page>(list);
  const first = data[0];
  if (!first) throw new Error(`Nothing in ${list}`);
  return first.api_id;
}

const fixed = (path: string) => async () => path;

const billedClient = async (api: Api) => {
  const { data } = await api.get<{ data: { client: { api_id: string } | null }[] }>(
    "/invoices?status=overdue&per_page=100",
  );
  const client = data.find((invoice) => invoice.client)?.client;
  return client ? client.api_id : firstId(api, "/clients");
};

const manager = (api: Api) => firstId(api, "/account-managers");

const project = (kind: string) => async (api: Api) => firstId(api, `/projects?kind=${kind}`);

export const SCREENS: Screen[] = [
  { name: "home", path: fixed("/"), dark: true },
  { name: "dashboard", path: fixed("/dashboard"), dark: true },
  { name: "admin dashboard", path: fixed("/admin/dashboard"), dark: true },
  { name: "clients", path: fixed("/clients"), dark: true },
  { name: "client", path: async (api) => `/clients/${await billedClient(api)}/view`, dark: true },
  {
    name: "client edit",
    path: async (api) => `/clients/${await billedClient(api)}/edit`,
    dark: true,
  },
  { name: "client billing", path: async (api) => `/clients/${await billedClient(api)}/billing` },
  { name: "fixed projects", path: fixed("/projects/fixed") },
  { name: "oos projects", path: fixed("/projects/oos") },
  { name: "retainers", path: fixed("/projects/retainer"), dark: true },
  { name: "project create", path: fixed("/projects/create"), dark: true },
  { name: "fixed project", path: async (api) => `/projects/${await project("fixed")(api)}/view` },
  { name: "oos project", path: async (api) => `/projects/${await project("oos")(api)}/view` },
  {
    name: "retainer",
    path: async (api) => `/projects/${await project("retainer")(api)}/view`,
    dark: true,
  },
  { name: "project edit", path: async (api) => `/projects/${await project("retainer")(api)}/edit` },
  ...(["hours", "payments", "extras", "figures", "files"] as const).map((tab) => ({
    name: `retainer ${tab}`,
    path: async (api: Api) => `/projects/${await project("retainer")(api)}/view?tab=${tab}`,
    dark: tab === "hours",
  })),
  {
    name: "fixed payments",
    path: async (api) => `/projects/${await project("fixed")(api)}/view?tab=payments`,
  },
  {
    name: "oos approval",
    path: async (api) => `/projects/${await project("oos")(api)}/view?tab=approval`,
  },
  { name: "retainers by burn", path: fixed("/projects/retainer?view=burn"), dark: true },
  { name: "churn", path: fixed("/churns"), dark: true },
  { name: "churn movements", path: fixed("/churns?tab=movements&period=this_year") },
  { name: "extra work", path: fixed("/oos-sales"), dark: true },
  { name: "extra work analysed", path: fixed("/oos-sales?tab=analysis"), dark: true },
  { name: "extra work that waits", path: fixed("/oos-sales?tab=waiting") },
  { name: "project settings", path: fixed("/admin/projects/settings") },
  { name: "invoices", path: fixed("/invoices"), dark: true },
  { name: "ageing", path: fixed("/invoices?view=ageing&as_of=2026-05-31"), dark: true },
  { name: "teams", path: fixed("/teams"), dark: true },
  { name: "teams in administration", path: fixed("/admin/teams") },
  { name: "team create", path: fixed("/admin/teams/create") },
  {
    name: "team",
    path: async (api) => `/admin/teams/${await firstId(api, "/teams")}/view`,
    dark: true,
  },
  {
    name: "team figures",
    path: async (api) => `/admin/teams/${await firstId(api, "/teams")}/view?tab=figures`,
  },
  { name: "team edit", path: async (api) => `/admin/teams/${await firstId(api, "/teams")}/edit` },
  { name: "employees", path: fixed("/employees"), dark: true },
  { name: "employees in administration", path: fixed("/admin/employees") },
  { name: "employee create", path: fixed("/admin/employees/create"), dark: true },
  {
    name: "employee",
    path: async (api) => `/admin/employees/${await firstId(api, "/employees")}/view`,
    dark: true,
  },
  ...(["figures", "goals", "files", "activity"] as const).map((tab) => ({
    name: `employee ${tab}`,
    path: async (api: Api) => `/employees/${await firstId(api, "/employees")}/view?tab=${tab}`,
  })),
  {
    name: "employee edit",
    path: async (api) => `/admin/employees/${await firstId(api, "/employees")}/edit`,
  },
  { name: "users", path: fixed("/admin/users"), dark: true },
  { name: "user invite", path: fixed("/admin/users/create") },
  { name: "user", path: async (api) => `/admin/users/${await manager(api)}/view`, dark: true },
  {
    name: "user access",
    path: async (api) => `/admin/users/${await manager(api)}/view?tab=access`,
  },
  { name: "user log", path: async (api) => `/admin/users/${await manager(api)}/view?tab=activity` },
  { name: "user edit", path: async (api) => `/admin/users/${await manager(api)}/edit`, dark: true },
  { name: "goals", path: fixed("/goals"), dark: true },
  { name: "goals of people", path: fixed("/goals?tab=team"), dark: true },
  { name: "all goals", path: fixed("/goals?tab=all"), dark: true },
  {
    name: "goal",
    path: async (api) => `/goals?tab=all&open=${await firstId(api, "/employee-goals")}`,
    dark: true,
  },
  { name: "goal form", path: fixed("/goals?edit=new") },
  { name: "recognition", path: fixed("/recognition"), dark: true },
  { name: "core values", path: fixed("/admin/core-values"), dark: true },
  { name: "core value create", path: fixed("/admin/core-values/create"), dark: true },
  {
    name: "core value",
    path: async (api) => `/admin/core-values/${await firstId(api, "/core-values")}/view`,
    dark: true,
  },
  {
    name: "core value edit",
    path: async (api) => `/admin/core-values/${await firstId(api, "/core-values")}/edit`,
  },
  { name: "organization", path: fixed("/admin/organization"), dark: true },
  { name: "exchange rates", path: fixed("/admin/exchange-rates"), dark: true },
  { name: "exchange rate form", path: fixed("/exchange-rates?edit=new") },
  { name: "choices", path: fixed("/choices"), dark: true },
  { name: "connections", path: fixed("/admin/connections"), dark: true },
  { name: "connections log", path: fixed("/admin/connections?tab=history") },
  { name: "matching", path: fixed("/admin/matching?status=matched"), dark: true },
  { name: "matching projects", path: fixed("/admin/matching?tab=project") },
  { name: "activity log", path: fixed("/admin/activity"), dark: true },
  {
    name: "project log",
    path: async (api) => `/projects/${await project("oos")(api)}/view?tab=activity`,
  },
  { name: "my profile", path: fixed("/profile"), dark: true },
  { name: "my security", path: fixed("/profile?tab=security"), dark: true },
  { name: "my sessions", path: fixed("/profile?tab=sessions"), dark: true },
  { name: "my exports", path: fixed("/profile?tab=exports"), dark: true },
  { name: "my access", path: fixed("/profile?tab=access"), dark: true },
  { name: "not found", path: fixed("/no/such/page") },
  { name: "sign in", path: fixed("/auth/login"), dark: true, signedOut: true },
  {
    name: "sign in by code",
    path: fixed("/auth/login/email"),
    dark: true,
    signedOut: true,
  },
  {
    name: "enter the code",
    path: fixed("/auth/login/email"),
    dark: true,
    signedOut: true,
    // So lately that the wait for another code is seen throughout.
    remembered: {
      "regie-tab:code-sent": { email: "emilie.fortin@regie.example", at: Date.now() + 900_000 },
    },
  },
  {
    name: "confirm sign in",
    path: fixed("/auth/login/email#email=emilie%2Btest%40regie.example&code=123456"),
    signedOut: true,
  },
  {
    name: "forgotten password",
    path: fixed("/auth/password/forgot"),
    dark: true,
    signedOut: true,
  },
  {
    name: "choose a password",
    path: fixed("/auth/password#token=x"),
    dark: true,
    signedOut: true,
  },
  { name: "password link missing", path: fixed("/auth/password"), signedOut: true },
  { name: "password link for someone else", path: fixed("/auth/password#token=x") },
  ...(["passkey", "totp", "recovery_code"] as const).map((factor) => ({
    name: `second step by ${factor}`,
    path: fixed(`/auth/second-factor?with=${factor}`),
    dark: factor === "passkey",
    signedOut: true,
    remembered: { "regie-tab:second-step": ["passkey", "totp", "recovery_code"] },
  })),
  { name: "deactivated", path: fixed("/deactivated"), signedOut: true },
];
