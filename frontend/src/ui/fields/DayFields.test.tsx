// Holds the fields of a period to their promises: whole days only, never another one than was typed.
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { DayFields } from "./DayFields";

installServer();

function shown() {
  const choose = vi.fn();
  const user = userEvent.setup();
  renderScreen(() => (
    <DayFields labels={["From", "To"]} from="2026-03-01" to="2026-05-31" choose={choose} />
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

it("asks once, for the whole day that was typed", async () => {
  const { choose, type } = shown();
  await type("To", "07/15/2026");
  expect(choose.mock.calls).toEqual([["2026-03-01", "2026-07-15"]]);
});

it("keeps a first day after the last until the last is typed too", async () => {
  const { choose, type } = shown();
  const box = await type("From", "07/15/2026");
  expect(box).toHaveProperty("value", "07/15/2026");
  await screen.findByText("The last day must not come before the first");
  expect(choose).not.toHaveBeenCalled();
  await type("To", "08/31/2026");
  expect(choose.mock.calls).toEqual([["2026-07-15", "2026-08-31"]]);
});

it.each(["02/31/2026", "no day"])("says that it cannot read %s", async (text) => {
  const { choose, type } = shown();
  const box = await type("From", text);
  expect(box).toHaveProperty("value", text);
  await screen.findByText("Enter a day such as 11/20/2026");
  expect(choose).not.toHaveBeenCalled();
});

it("goes back to the day that stands when it is emptied", async () => {
  const { choose } = shown();
  const box = await screen.findByRole("textbox", { name: "From" });
  await userEvent.clear(box);
  await userEvent.tab();
  expect(box).toHaveProperty("value", "03/01/2026");
  expect(choose).not.toHaveBeenCalled();
});
