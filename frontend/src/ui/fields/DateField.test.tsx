// Tests the date field in both languages: its pattern, its calendar, and errors instead of changed input.
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Locale } from "../../i18n/locale";
import { activateLocale } from "../../i18n/translate";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { CompleteDateField } from "./CompleteDateField";
import { DateField } from "./DateField";

installServer();

afterEach(() => act(() => activateLocale("en-us")));

async function openField(locale: Locale, initial: string) {
  await activateLocale(locale);
  const changed = vi.fn();
  renderScreen(() => {
    const [value, setValue] = useState(initial);
    const change = (day: string) => {
      changed(day);
      setValue(day);
    };
    return <DateField label="Due" name="Due" value={value} onChange={change} />;
  });
  const field = await screen.findByRole("textbox", { name: "Due" });
  const type = async (text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.tab();
  };
  return { field, type, lastChange: () => changed.mock.lastCall?.[0] };
}

it.each([
  ["en-us", "03/04/26", "mm/dd/yy"],
  ["fr-ca", "04/03/26", "jj/mm/aa"],
] as const)("writes and reads the pattern of %s", async (locale, text, pattern) => {
  const { field, type, lastChange } = await openField(locale, "2026-03-04");
  expect(field).toHaveValue(text);
  expect(field).toHaveAttribute("placeholder", pattern);
  await type("05/06/2027");
  expect(lastChange()).toBe(locale === "en-us" ? "2027-05-06" : "2027-06-05");
  expect(field).toHaveValue("05/06/27");
  await type(text);
  expect(lastChange()).toBe("2026-03-04");
  expect(field).toHaveAccessibleDescription("");
});

it.each([
  ["en-us", "13/02/26", "Enter a date such as 11/20/26, or today"],
  ["fr-ca", "02/13/26", "Saisissez une date comme 20/11/26, ou aujourd’hui"],
] as const)(
  "reports a wrong date in %s under the field and keeps it",
  async (locale, text, error) => {
    const { field, type, lastChange } = await openField(locale, "2026-03-04");
    await userEvent.clear(field);
    await userEvent.type(field, text);
    expect(field).not.toBeInvalid();
    await userEvent.tab();
    expect(field).toHaveValue(text);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(error);
    expect(lastChange()).toBe(text);
    await type("01/02/03");
    expect(field).not.toBeInvalid();
  },
);

it("does not read a wrong date as another one when the language changes", async () => {
  const { field, type } = await openField("en-us", "");
  await type("13/02/26");
  await act(() => activateLocale("fr-ca"));
  expect(field).toHaveValue("13/02/26");
  expect(field).toBeInvalid();
});

it.each([
  ["en-us", /Open the calendar/, "Su"],
  ["fr-ca", /Ouvrir le calendrier/, "lu"],
] as const)("begins the week of %s on its first day", async (locale, name, firstDay) => {
  const { field, lastChange } = await openField(locale, "2026-03-04");
  await userEvent.click(screen.getByRole("button", { name }));
  const calendar = await screen.findByRole("table");
  expect(within(calendar).getAllByRole("columnheader")[0]).toHaveTextContent(
    new RegExp(`^${firstDay}`, "i"),
  );
  await userEvent.click(within(calendar).getByRole("button", { name: /^15 / }));
  expect(lastChange()).toBe("2026-03-15");
  expect(field).toHaveValue(locale === "en-us" ? "03/15/26" : "15/03/26");
});

it("can be emptied where no day is a choice", async () => {
  const choose = vi.fn();
  renderScreen(() => (
    <CompleteDateField clearable label="Due" value="2026-03-04" onChoose={choose} />
  ));
  const field = await screen.findByRole("textbox", { name: "Due" });
  await userEvent.clear(field);
  await userEvent.type(field, "1/1/2");
  await userEvent.tab();
  expect(field).toBeInvalid();
  expect(choose).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.tab();
  expect(choose.mock.calls).toEqual([[""]]);
});
