// Holds forms to the specification's moments of validation, and to sending each wish once.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import {
  answers,
  field,
  installForms,
  onSaved,
  open,
  record,
  save,
  sent,
} from "../../testing/formScreen";

installForms();

describe("when a form validates (V2)", () => {
  it("shows no new error while typing, one on leaving, and clears it on typing again", async () => {
    open();
    const user = userEvent.setup();
    const mail = await field("Contact email");
    await user.type(mail, "amelie");
    expect(mail).not.toHaveAttribute("aria-invalid", "true");
    await user.tab();
    const failure = await screen.findByText("The field must be a valid email");
    expect(mail).toHaveAttribute("aria-invalid", "true");
    expect(mail.getAttribute("aria-describedby")).toContain(failure.id);
    await user.type(mail, "@");
    expect(screen.queryByText("The field must be a valid email")).not.toBeInTheDocument();
  });

  it("says on leaving that an untouched field is required", async () => {
    open();
    const user = userEvent.setup();
    await user.click(await field(/^Name/));
    expect(screen.queryByText("The field is required")).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText("The field is required")).toBeVisible();
  });

  it("validates a choice at once", async () => {
    open();
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole("combobox", { name: /Currency/ }), "");
    expect(await screen.findByText("The field is required")).toBeVisible();
  });

  it("validates what the browser fills in by itself", async () => {
    open();
    const mail = (await field("Contact email")) as HTMLInputElement;
    const user = userEvent.setup();
    await user.type(mail, "nobody");
    act(() => {
      mail.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(await screen.findByText("The field must be a valid email")).toBeVisible();
  });
});

describe("when a form is refused (V3)", () => {
  it("sums the errors up, links them, and goes to the first", async () => {
    answers();
    open();
    const user = userEvent.setup();
    await user.type(await field("Contact email"), "nobody");
    await user.type(await field("Amount"), "lots");
    await user.click(save());
    const summary = await screen.findByRole("alert");
    expect(within(summary).getByText("3 fields need your attention")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveFocus());
    await user.click(within(summary).getByRole("link", { name: "Amount" }));
    expect(await field("Amount")).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it("puts the server's refusals on their fields, and the others in the summary", async () => {
    answers(() =>
      HttpResponse.json(
        {
          code: "invalid",
          message: "Invalid",
          errors: { name: ["This name is taken"], "notes.0": ["Too rude"], odd: ["Not today"] },
        },
        { status: 422 },
      ),
    );
    open(record);
    const user = userEvent.setup();
    const name = await field(/^Name/);
    await user.type(name, " 2");
    await user.click(save());
    const summary = await screen.findByRole("alert");
    expect(within(summary).getByText("Not today")).toBeVisible();
    expect(name).toHaveAttribute("aria-invalid", "true");
    expect(await field("Notes")).toHaveAttribute("aria-invalid", "true");
    expect(onSaved).not.toHaveBeenCalled();
    expect(name).toHaveValue("Studio Érable 2");
  });
});

describe("what a form sends", () => {
  it("creates with what was filled in, exact amounts and its own key", async () => {
    answers();
    open();
    const user = userEvent.setup();
    await user.type(await field(/^Name/), "Café Ça va");
    await user.type(await field("Amount"), "1 234,5");
    await user.type(await field("Starts on"), "3/4/26");
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toEqual({
      name: "Café Ça va",
      currency: "CAD",
      amount: "1234.50",
      start_on: "2026-03-04",
    });
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("sends the same wish again under the same key, and another under another", async () => {
    answers(() => new HttpResponse(null, { status: 503 }));
    open();
    const user = userEvent.setup();
    await user.type(await field(/^Name/), "A");
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(save()).not.toHaveAttribute("data-loading", "true"));
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(save()).not.toHaveAttribute("data-loading", "true"));
    await user.type(await field(/^Name/), "B");
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it("changes only what changed, with the version it was read at", async () => {
    answers();
    open(record);
    const user = userEvent.setup();
    expect(await field("Amount")).toHaveValue("1,250.00");
    expect(await field("Starts on")).toHaveValue("03/04/2026");
    expect(save()).toBeDisabled();
    await user.type(await field("Notes"), "Pays late");
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toEqual({ notes: "Pays late", version: 3 });
  });
});

describe("saving once (V6)", () => {
  it("cannot be sent twice, by button or by keyboard", async () => {
    const answered = Promise.withResolvers<void>();
    answers(async (body) => {
      await answered.promise;
      return HttpResponse.json({ data: { ...record, ...body } });
    });
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "x");
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    await user.click(save());
    await waitFor(() => expect(save()).toHaveAttribute("data-loading", "true"));
    answered.resolve();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent).toHaveLength(1);
  });
});
