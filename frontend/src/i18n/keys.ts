// The names of all words, derived from the English ones, so that a misspelt key does not compile.
import type access from "./en/access.json";
import type activity from "./en/activity.json";
import type clients from "./en/clients.json";
import type common from "./en/common.json";
import type connections from "./en/connections.json";
import type dashboard from "./en/dashboard.json";
import type errors from "./en/errors.json";
import type form from "./en/form.json";
import type home from "./en/home.json";
import type invoices from "./en/invoices.json";
import type login from "./en/login.json";
import type matching from "./en/matching.json";
import type organization from "./en/organization.json";
import type profile from "./en/profile.json";
import type projects from "./en/projects.json";
import type shell from "./en/shell.json";
import type stores from "./en/stores.json";
import type table from "./en/table.json";
import type ui from "./en/ui.json";
import type users from "./en/users.json";
import type validation from "./en/validation.json";

type Words = {
  access: typeof access;
  activity: typeof activity;
  clients: typeof clients;
  common: typeof common;
  connections: typeof connections;
  dashboard: typeof dashboard;
  errors: typeof errors;
  form: typeof form;
  home: typeof home;
  invoices: typeof invoices;
  login: typeof login;
  matching: typeof matching;
  organization: typeof organization;
  profile: typeof profile;
  projects: typeof projects;
  shell: typeof shell;
  stores: typeof stores;
  table: typeof table;
  ui: typeof ui;
  users: typeof users;
  validation: typeof validation;
};

type Path<Nested> = {
  [Key in keyof Nested & string]: Nested[Key] extends string ? Key : `${Key}.${Path<Nested[Key]>}`;
}[keyof Nested & string];

export type MessageKey = Path<Words>;
