// All screens of the product, with the id of a real record where needed.

import type { Page as BrowserPage } from "@playwright/test";
import type { Api } from "./api.ts";
import { thisMonth } from "./days.ts";

export interface Screen {
  name: string;
  path: (api: Api) => Promise<string>;
  /** Whether to check the dark theme too. */
  dark?: boolean;
  signedOut?: boolean;
  /** Console errors that the screen causes on purpose. */
  expectedProblems?: RegExp;
  /** Values in the tab's storage from the previous screens. */
  tabValues?: Record<string, unknown>;
}

/** Stores the values that the second step of a flow needs in the tab. */
export async function storeTabValues(page: BrowserPage, { tabValues = {} }: Screen): Promise<void> {
  if (Object.keys(tabValues).length === 0) return;
  await page.addInitScript(
    (entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    },
    Object.entries(tabValues).map(([name, value]) => [name, JSON.stringify(value)] as const),
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

const fixedPath = (path: string) => async () => path;

const billedClient = async (api: Api) => {
  const { data } = await api.get<{ data: { client: { api_id: string } | null }[] }>(
    "/invoices?status=overdue&per_page=100",
  );
  const client = data.find((invoice) => invoice.client)?.client;
  return client ? client.api_id : firstId(api, "/clients");
};

/** The client on the first row of receivables. */
const largestDebtor = (api: Api) => firstId(api, "/receivables-by-client?sort=-overdue&per_page=1");

/** A new link to the report of the current month. */
const sharedReport = async (api: Api) => {
  const retainer = await firstId(api, "/projects?kind=retainer&status=active");
  const { data } = await api.send<{ data: { url: string } }>(
    "POST",
    `/projects/${retainer}/report-links`,
    { month: thisMonth(), days: 1 },
  );
  return `/report${new URL(data.url).hash}`;
};

const manager = (api: Api) => firstId(api, "/account-managers");

const project = (kind: string) => async (api: Api) => firstId(api, `/projects?kind=${kind}`);

export const SCREENS: Screen[] = [
  { name: "home", path: fixedPath("/"), dark: true },
  { name: "dashboard", path: fixedPath("/dashboard"), dark: true },
  { name: "admin dashboard", path: fixedPath("/admin/dashboard"), dark: true },
  { name: "clients", path: fixedPath("/clients"), dark: true },
  { name: "client", path: async (api) => `/clients/${await billedClient(api)}/view`, dark: true },
  {
    name: "client edit",
    path: async (api) => `/clients/${await billedClient(api)}/edit`,
    dark: true,
  },
  {
    name: "client time",
    path: async (api) => `/clients/${await billedClient(api)}/view?tab=time&period=all&by=week`,
  },
  { name: "my week", path: fixedPath("/my-week"), dark: true },
  { name: "client billing", path: async (api) => `/clients/${await billedClient(api)}/billing` },
  { name: "fixed projects", path: fixedPath("/projects/fixed") },
  { name: "oos projects", path: fixedPath("/projects/oos") },
  { name: "retainers", path: fixedPath("/projects/retainer"), dark: true },
  { name: "project create", path: fixedPath("/projects/create"), dark: true },
  { name: "fixed project", path: async (api) => `/projects/${await project("fixed")(api)}/view` },
  { name: "oos project", path: async (api) => `/projects/${await project("oos")(api)}/view` },
  {
    name: "retainer",
    path: async (api) => `/projects/${await project("retainer")(api)}/view`,
    dark: true,
  },
  { name: "project edit", path: async (api) => `/projects/${await project("retainer")(api)}/edit` },
  ...(["time", "hours", "payments", "extras", "figures", "files"] as const).map((tab) => ({
    name: `retainer ${tab}`,
    path: async (api: Api) => `/projects/${await project("retainer")(api)}/view?tab=${tab}`,
    dark: tab === "time" || tab === "hours",
  })),
  {
    name: "fixed payments",
    path: async (api) => `/projects/${await project("fixed")(api)}/view?tab=payments`,
  },
  {
    name: "oos approval",
    path: async (api) => `/projects/${await project("oos")(api)}/view?tab=approval`,
  },
  { name: "retainers by burn", path: fixedPath("/projects/retainer?view=burn"), dark: true },
  { name: "churn", path: fixedPath("/churns"), dark: true },
  { name: "churn movements", path: fixedPath("/churns?tab=movements&period=this_year") },
  { name: "extra work", path: fixedPath("/oos-sales"), dark: true },
  { name: "extra work analysed", path: fixedPath("/oos-sales?tab=analysis"), dark: true },
  { name: "extra work that waits", path: fixedPath("/oos-sales?tab=waiting") },
  { name: "project settings", path: fixedPath("/admin/projects/settings") },
  { name: "deals", path: fixedPath("/deals"), dark: true },
  { name: "receivables", path: fixedPath("/receivables"), dark: true },
  { name: "to invoice", path: fixedPath("/billing"), dark: true },
  { name: "reconciliation", path: fixedPath("/reconciliation"), dark: true },
  { name: "hours over", path: fixedPath("/billing?tab=hours_over"), dark: true },
  {
    name: "receivables of a client",
    path: async (api) => `/receivables?rows=${await largestDebtor(api)}`,
  },
  {
    name: "statement of account",
    path: async (api) => `/clients/${await largestDebtor(api)}/statement`,
    dark: true,
  },
  { name: "shared report", path: sharedReport, dark: true },
  {
    name: "shared report that ended",
    path: fixedPath("/report#token=unknown"),
    signedOut: true,
    expectedProblems: /status of 404/,
  },
  { name: "invoices", path: fixedPath("/invoices"), dark: true },
  { name: "aging", path: fixedPath("/invoices?view=aging&as_of=2026-05-31"), dark: true },
  { name: "margin", path: fixedPath("/margin"), dark: true },
  { name: "external costs", path: fixedPath("/margin?tab=costs") },
  { name: "results by person", path: fixedPath("/people-figures"), dark: true },
  { name: "teams", path: fixedPath("/teams"), dark: true },
  { name: "teams in administration", path: fixedPath("/admin/teams") },
  { name: "team create", path: fixedPath("/admin/teams/create") },
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
  { name: "employees", path: fixedPath("/employees"), dark: true },
  { name: "employees in administration", path: fixedPath("/admin/employees") },
  { name: "employee create", path: fixedPath("/admin/employees/create"), dark: true },
  {
    name: "employee",
    path: async (api) => `/admin/employees/${await firstId(api, "/employees")}/view`,
    dark: true,
  },
  ...(["time", "figures", "goals", "files", "activity"] as const).map((tab) => ({
    name: `employee ${tab}`,
    path: async (api: Api) => `/employees/${await firstId(api, "/employees")}/view?tab=${tab}`,
  })),
  {
    name: "employee edit",
    path: async (api) => `/admin/employees/${await firstId(api, "/employees")}/edit`,
  },
  { name: "users", path: fixedPath("/admin/users"), dark: true },
  { name: "user invite", path: fixedPath("/admin/users/create") },
  { name: "user", path: async (api) => `/admin/users/${await manager(api)}/view`, dark: true },
  {
    name: "user access",
    path: async (api) => `/admin/users/${await manager(api)}/view?tab=access`,
  },
  { name: "user log", path: async (api) => `/admin/users/${await manager(api)}/view?tab=activity` },
  { name: "user edit", path: async (api) => `/admin/users/${await manager(api)}/edit`, dark: true },
  { name: "goals", path: fixedPath("/goals"), dark: true },
  { name: "goals of people", path: fixedPath("/goals?tab=team"), dark: true },
  { name: "all goals", path: fixedPath("/goals?tab=all"), dark: true },
  {
    name: "goal",
    path: async (api) => `/goals?tab=all&open=${await firstId(api, "/employee-goals")}`,
    dark: true,
  },
  { name: "goal form", path: fixedPath("/goals?edit=new") },
  { name: "recognition", path: fixedPath("/recognition"), dark: true },
  { name: "core values", path: fixedPath("/admin/core-values"), dark: true },
  { name: "core value create", path: fixedPath("/admin/core-values/create"), dark: true },
  {
    name: "core value",
    path: async (api) => `/admin/core-values/${await firstId(api, "/core-values")}/view`,
    dark: true,
  },
  {
    name: "core value edit",
    path: async (api) => `/admin/core-values/${await firstId(api, "/core-values")}/edit`,
  },
  { name: "organization", path: fixedPath("/admin/organization"), dark: true },
  { name: "exchange rates", path: fixedPath("/admin/exchange-rates"), dark: true },
  { name: "months", path: fixedPath("/admin/months") },
  { name: "terms without a date", path: fixedPath("/admin/undated-terms"), dark: true },
  { name: "month", path: fixedPath("/admin/months/2026-10?edit=close"), dark: true },
  { name: "exchange rate form", path: fixedPath("/exchange-rates?edit=new") },
  { name: "choices", path: fixedPath("/choices"), dark: true },
  { name: "connections", path: fixedPath("/admin/connections"), dark: true },
  {
    name: "connections outside the settings",
    path: fixedPath("/connections?synced_before=2026-11-01"),
  },
  { name: "connections log", path: fixedPath("/admin/connections?tab=history") },
  { name: "matching", path: fixedPath("/admin/matching?status=matched"), dark: true },
  { name: "matching projects", path: fixedPath("/admin/matching?tab=project") },
  { name: "projects to create", path: fixedPath("/admin/project-proposals"), dark: true },
  {
    name: "rules of projects to create",
    path: fixedPath("/admin/project-proposals?open=rules"),
  },
  { name: "activity log", path: fixedPath("/admin/activity"), dark: true },
  { name: "operations", path: fixedPath("/admin/operations"), dark: true },
  { name: "problem reports", path: fixedPath("/admin/bug-reports"), dark: true },
  {
    name: "project log",
    path: async (api) => `/projects/${await project("oos")(api)}/view?tab=activity`,
  },
  { name: "my profile", path: fixedPath("/profile"), dark: true },
  { name: "my security", path: fixedPath("/profile?tab=security"), dark: true },
  { name: "my sessions", path: fixedPath("/profile?tab=sessions"), dark: true },
  { name: "my exports", path: fixedPath("/profile?tab=exports"), dark: true },
  { name: "my access", path: fixedPath("/profile?tab=access"), dark: true },
  {
    name: "not found",
    path: fixedPath("/no/such/page"),
    expectedProblems: /status of 404/,
  },
  { name: "sign in", path: fixedPath("/auth/login"), dark: true, signedOut: true },
  {
    name: "sign in by code",
    path: fixedPath("/auth/login/email"),
    dark: true,
    signedOut: true,
  },
  {
    name: "enter the code",
    path: fixedPath("/auth/login/email"),
    dark: true,
    signedOut: true,
    // Recent enough that the wait for another code stays visible during the test.
    tabValues: {
      "regie-tab:code-sent": { email: "emilie.fortin@regie.example", at: Date.now() + 900_000 },
    },
  },
  {
    name: "confirm sign in",
    path: fixedPath("/auth/login/email#email=emilie%2Btest%40regie.example&code=123456"),
    signedOut: true,
  },
  {
    name: "forgotten password",
    path: fixedPath("/auth/password/forgot"),
    dark: true,
    signedOut: true,
  },
  {
    name: "choose a password",
    path: fixedPath("/auth/password#token=x"),
    dark: true,
    signedOut: true,
  },
  {
    name: "set up the organization",
    path: fixedPath("/auth/password#token=x&currency=CAD"),
    dark: true,
    signedOut: true,
  },
  { name: "password link missing", path: fixedPath("/auth/password"), signedOut: true },
  { name: "password link for someone else", path: fixedPath("/auth/password#token=x") },
  ...(["passkey", "totp", "recovery_code"] as const).map((factor) => ({
    name: `second step by ${factor}`,
    path: fixedPath(`/auth/second-factor?with=${factor}`),
    dark: factor === "passkey",
    signedOut: true,
    tabValues: { "regie-tab:second-step": ["passkey", "totp", "recovery_code"] },
  })),
  { name: "deactivated", path: fixedPath("/deactivated"), signedOut: true },
];
