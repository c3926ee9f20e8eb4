// Tests when a form validates, and that it sends each change once.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import {
  findField,
  handleSave,
  installForms,
  onSaved,
  openForm,
  record,
  saveButton,
  sentRequests,
} from "../../testing/formScreen";

installForms();

describe("when a form validates (V2)", () => {
  it("shows an error on blur, not while typing, and clears it on typing", async () => {
    openForm();
    const user = userEvent.setup();
    const mail = await findField("Contact email");
    await user.type(mail, "amelie");
    expect(mail).not.toHaveAttribute("aria-invalid", "true");
    await user.tab();
    const failure = await screen.findByText("The field must be a valid email");
    expect(mail).toHaveAttribute("aria-invalid", "true");
    expect(mail.getAttribute("aria-describedby")).toContain(failure.id);
    await user.type(mail, "@");
    expect(screen.queryByText("The field must be a valid email")).not.toBeInTheDocument();
  });

  it("reports an untouched required field on blur", async () => {
    openForm();
    const user = userEvent.setup();
    await user.click(await findField(/^Name/));
    expect(screen.queryByText("The field is required")).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText("The field is required")).toBeVisible();
  });

  it("validates a choice at once", async () => {
    openForm();
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole("combobox", { name: /Currency/ }), "");
    expect(await screen.findByText("The field is required")).toBeVisible();
  });

  it("validates a field that the browser fills", async () => {
    openForm();
    const mail = (await findField("Contact email")) as HTMLInputElement;
    const user = userEvent.setup();
    await user.type(mail, "invalid");
    act(() => {
      mail.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(await screen.findByText("The field must be a valid email")).toBeVisible();
  });
});

describe("when a form has errors (V3)", () => {
  it("lists the errors with links and focuses the first field", async () => {
    handleSave();
    openForm();
    const user = userEvent.setup();
    await user.type(await findField("Contact email"), "invalid");
    await user.type(await findField("Amount"), "lots");
    await user.click(saveButton());
    const summary = await screen.findByRole("alert");
    expect(within(summary).getByText("3 fields need your attention")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveFocus());
    await user.click(within(summary).getByRole("link", { name: "Amount" }));
    expect(await findField("Amount")).toHaveFocus();
    expect(sentRequests).toEqual([]);
  });

  it("shows server errors under their fields, and others in the summary", async () => {
    handleSave(() =>
      HttpResponse.json(
        {
          code: "invalid",
          message: "Invalid",
          errors: { name: ["This name is taken"], "notes.0": ["Too rude"], odd: ["Not today"] },
        },
        { status: 422 },
      ),
    );
    openForm(record);
    const user = userEvent.setup();
    const name = await findField(/^Name/);
    await user.type(name, " 2");
    await user.click(saveButton());
    const summary = await screen.findByRole("alert");
    expect(within(summary).getByText("Not today")).toBeVisible();
    expect(name).toHaveAttribute("aria-invalid", "true");
    expect(await findField("Notes")).toHaveAttribute("aria-invalid", "true");
    expect(onSaved).not.toHaveBeenCalled();
    expect(name).toHaveValue("Studio Érable 2");
  });
});

describe("what a form sends", () => {
  it("creates with filled fields, exact amounts and an idempotency key", async () => {
    handleSave();
    openForm();
    const user = userEvent.setup();
    await user.type(await findField(/^Name/), "Café Ça va");
    await user.type(await findField("Amount"), "1 234,5");
    await user.type(await findField("Starts on"), "3/4/26");
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests[0]?.body).toEqual({
      name: "Café Ça va",
      currency: "CAD",
      amount: "1234.50",
      start_on: "2026-03-04",
    });
    expect(sentRequests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("repeats a request with the same key, and uses another for another body", async () => {
    handleSave(() => new HttpResponse(null, { status: 503 }));
    openForm();
    const user = userEvent.setup();
    await user.type(await findField(/^Name/), "A");
    await user.click(saveButton());
    await waitFor(() => expect(sentRequests).toHaveLength(1));
    await waitFor(() => expect(saveButton()).not.toHaveAttribute("data-loading", "true"));
    await user.click(saveButton());
    await waitFor(() => expect(sentRequests).toHaveLength(2));
    await waitFor(() => expect(saveButton()).not.toHaveAttribute("data-loading", "true"));
    await user.type(await findField(/^Name/), "B");
    await user.click(saveButton());
    await waitFor(() => expect(sentRequests).toHaveLength(3));
    expect(sentRequests[1]?.key).toBe(sentRequests[0]?.key);
    expect(sentRequests[2]?.key).not.toBe(sentRequests[0]?.key);
  });

  it("sends only changed fields, with the version that was read", async () => {
    handleSave();
    openForm(record);
    const user = userEvent.setup();
    expect(await findField("Amount")).toHaveValue("1,250.00");
    expect(await findField("Starts on")).toHaveValue("03/04/26");
    expect(saveButton()).toBeDisabled();
    await user.type(await findField("Notes"), "Pays late");
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests[0]?.body).toEqual({ notes: "Pays late", version: 3 });
  });
});

describe("saving once (V6)", () => {
  it("sends once on repeated clicks and keys", async () => {
    const answered = Promise.withResolvers<void>();
    handleSave(async (body) => {
      await answered.promise;
      return HttpResponse.json({ data: { ...record, ...body } });
    });
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "x");
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    await user.click(saveButton());
    await waitFor(() => expect(saveButton()).toHaveAttribute("data-loading", "true"));
    answered.resolve();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests).toHaveLength(1);
  });
});
