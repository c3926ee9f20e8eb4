// How many of all there are, in whole sentences of both languages.
import { afterAll, expect, it } from "vitest";
import { activateLocale, loadMessages, translate } from "./translate";

afterAll(() => activateLocale("en-us"));

it.each([
  ["en-us", 1, 1, "<a>The only client</a> is at risk."],
  ["en-us", 1, 40, "<a>1 of 40</a> clients is at risk."],
  ["fr-ca", 1, 1, "<a>Le seul client</a> est à risque."],
  ["fr-ca", 3, 40, "<a>3 clients sur 40</a> sont à risque."],
] as const)("says in %s that %i of %i clients are at risk", async (locale, count, total, text) => {
  await activateLocale(locale);
  await loadMessages("states");
  expect(translate("states.clients.at_risk", { count, total })).toBe(text);
});

it.each([
  ["en-us", 1, 1, "<a>The only project</a> is past its deadline."],
  ["fr-ca", 1, 40, "<a>1 projet sur 40</a> a dépassé son échéance."],
  ["fr-ca", 2, 40, "<a>2 projets sur 40</a> ont dépassé leur échéance."],
] as const)("says in %s that %i of %i projects are late", async (locale, count, total, text) => {
  await activateLocale(locale);
  await loadMessages("states");
  expect(translate("states.projects.late", { count, total })).toBe(text);
});
