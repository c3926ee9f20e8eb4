// Tests the date range fields: only complete days, and never a day that was not typed.
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { DateRangeFields } from "./DateRangeFields";

installServer();

function shown() {
  const choose = vi.fn();
  const user = userEvent.setup();
  renderScreen(() => (
    <DateRangeFields labels={["From", "To"]} from="2026-03-01" to="2026-05-31" onChoose={choose} />
  ));
  const type = async (field: string, typed: string) => {
    const box = await screen.findByRole("textbox", { name: field });
    await user.clear(box);
    await user.type(box, typed);
    await user.tab();
    return box;
  };
  return { choose, type };
}

it("reports the typed day once, when it is complete", async () => {
  const { choose, type } = shown();
  await type("To", "07/15/26");
  expect(choose.mock.calls).toEqual([["2026-03-01", "2026-07-15"]]);
});

it("keeps a start after the end until the end is typed", async () => {
  const { choose, type } = shown();
  const box = await type("From", "07/15/2026");
  expect(box).toHaveProperty("value", "07/15/26");
  await screen.findByText("The last day must not be before the first day");
  expect(choose).not.toHaveBeenCalled();
  await type("To", "08/31/2026");
  expect(choose.mock.calls).toEqual([["2026-07-15", "2026-08-31"]]);
});

it.each(["02/31/2026", "no day"])("reports %s as unreadable", async (text) => {
  const { choose, type } = shown();
  const box = await type("From", text);
  expect(box).toHaveProperty("value", text);
  await screen.findByText("Enter a date such as 11/20/26, or today");
  expect(choose).not.toHaveBeenCalled();
});

it("returns to the current day when emptied", async () => {
  const { choose } = shown();
  const box = await screen.findByRole("textbox", { name: "From" });
  await userEvent.clear(box);
  await userEvent.tab();
  expect(box).toHaveProperty("value", "03/01/26");
  expect(choose).not.toHaveBeenCalled();
});
