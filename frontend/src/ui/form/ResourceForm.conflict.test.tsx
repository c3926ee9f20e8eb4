// Tests that concurrent edits never overwrite each other, and that only disputed fields need a choice.
import { renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { clearToasts, useToasts } from "../../lib/toasts";
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
import { server } from "../../testing/server";

installForms();

type Stored = typeof record;
const TITLE = "Someone else changed this record";

/** The record as another user changed it; a request with an older version is refused. */
function handleStored(stored: Stored) {
  server.use(http.get("/api/v1/clients/c1", () => HttpResponse.json({ data: stored })));
  handleSave(({ version, ...body }) => {
    const conflicts = Object.fromEntries(
      Object.entries(body).map(([name, yours]) => [name, { theirs: stored[name], yours }]),
    );
    return version === stored.version
      ? HttpResponse.json({ data: { ...stored, ...body } })
      : HttpResponse.json(
          { code: "changed", message: "Changed", version: stored.version, conflicts },
          { status: 409 },
        );
  });
}

const theirs = (version: number, changes: Partial<Stored>) => ({ ...record, ...changes, version });

async function retype(user: UserEvent, name: string, text: string) {
  const box = await findField(name === "Name" ? /^Name/ : name);
  await user.clear(box);
  await user.type(box, text);
}

const heading = () => screen.findByRole("heading", { name: TITLE });
const panel = () => screen.findByRole("alert", { name: TITLE });
const radio = async (name: string) => within(await panel()).getByRole("radio", { name });

describe("two editors (V7)", () => {
  it("shows both values, lets the user choose, and saves on their version", async () => {
    handleStored(theirs(4, { name: "Studio Chêne", contact_email: "a@b.ca" }));
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    expect(await radio("Your value: Studio Pin")).not.toBeChecked();
    expect(await findField("Contact email")).toHaveValue("a@b.ca");
    await user.click(await radio("Current value: Studio Chêne"));
    expect(await findField(/^Name/)).toHaveValue("Studio Chêne");
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.at(-1)?.body).toEqual({ notes: "Mine", version: 4 });
  });

  it("has no default choice and does not save until each field has one", async () => {
    handleStored(theirs(4, { name: "Studio Chêne", notes: "Theirs" }));
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    for (const choice of within(await panel()).getAllByRole("radio")) {
      expect(choice).not.toBeChecked();
    }
    await user.click(saveButton());
    expect(within(await panel()).getAllByText("Choose a value")).toHaveLength(2);
    await user.click(await radio("Your value: Mine"));
    expect(within(await panel()).getAllByText("Choose a value")).toHaveLength(1);
    await user.click(await findField("Notes"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(sentRequests).toHaveLength(1);
    await user.click(await radio("Current value: Studio Chêne"));
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.slice(1).map(({ body }) => body)).toEqual([{ notes: "Mine", version: 4 }]);
  });

  it("focuses the choices, again after a second conflict", async () => {
    handleStored(theirs(4, { notes: "Theirs" }));
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await user.click(await radio("Your value: Mine"));
    handleStored(theirs(5, { notes: "Theirs again" }));
    await user.click(saveButton());
    expect(await radio("Current value: Theirs again")).not.toBeChecked();
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("keeps text typed after the conflict as mine", async () => {
    handleStored(theirs(4, { notes: "Theirs" }));
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    await panel();
    await user.type(await findField("Notes"), " and more");
    await user.click(await radio("Current value: Theirs"));
    expect(await findField("Notes")).toHaveValue("Theirs");
    await user.click(await radio("Your value: Mine and more"));
    expect(await findField("Notes")).toHaveValue("Mine and more");
  });

  it("saves without a choice when the other user changed other fields", async () => {
    clearToasts();
    handleStored(theirs(4, { name: "Studio Chêne" }));
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Mine");
    await user.dblClick(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.map(({ body }) => body)).toEqual([
      { notes: "Mine", version: 3 },
      { notes: "Mine", version: 4 },
    ]);
    const toasts = renderHook(useToasts).result.current;
    expect(toasts.map(({ summary }) => summary)).toContain("Saved");
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
  });

  it("asks only about disputed fields and keeps my other changes", async () => {
    handleStored(theirs(4, { name: "Studio Chêne" }));
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    expect(within(await panel()).getAllByRole("radiogroup")).toHaveLength(1);
    await user.click(await radio("Your value: Studio Pin"));
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.at(-1)?.body).toEqual({ name: "Studio Pin", notes: "Mine", version: 4 });
  });

  it("retries once automatically, then waits for the user", async () => {
    let version = 3;
    server.use(
      http.get("/api/v1/clients/c1", () => HttpResponse.json({ data: theirs(version, {}) })),
    );
    handleSave(() => {
      version += 1;
      const conflicts = { notes: { theirs: null, yours: "Mine" } };
      return HttpResponse.json(
        { code: "changed", message: "Changed", version, conflicts },
        { status: 409 },
      );
    });
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    expect(await screen.findByText(/Your changes concern other fields/)).toBeVisible();
    expect(sentRequests.map(({ body }) => body.version)).toEqual([3, 4]);
    handleSave();
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.at(-1)?.body).toEqual({ notes: "Mine", version: 5 });
  });

  it("asks about an amount whose currency another user changed", async () => {
    handleStored(theirs(4, { currency: "USD", amount: { amount: "1250.00", currency: "USD" } }));
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Amount", "2000");
    await user.click(saveButton());
    expect(await radio("Your value: $2,000.00")).not.toBeChecked();
    expect(sentRequests).toHaveLength(1);
  });

  it("converts the record that is read again before comparing", async () => {
    handleStored(theirs(4, { name: "Studio Chêne", notes: "as stored" }));
    const toRecord = (read: Readonly<Record<string, unknown>>) => ({ ...read, notes: "As shown" });
    openForm({ ...record, notes: "As shown" }, { toRecord });
    const user = userEvent.setup();
    await retype(user, "Notes", "Mine");
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.at(-1)?.body).toEqual({ notes: "Mine", version: 4 });
  });

  it("asks about a field that is never read back when the server reports a change", async () => {
    handleStored(theirs(4, { notes: undefined }));
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Mine");
    await user.click(saveButton());
    expect(await radio("Your value: Mine")).not.toBeChecked();
    expect(sentRequests).toHaveLength(1);
  });

  it("keeps text typed while their version loads", async () => {
    handleStored(theirs(4, { name: "Studio Chêne" }));
    let answer = () => {};
    const requested = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const stored = theirs(4, { name: "Studio Chêne" });
    let isAsked = false;
    server.use(
      http.get("/api/v1/clients/c1", async () => {
        isAsked = true;
        await requested;
        return HttpResponse.json({ data: stored });
      }),
    );
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.click(saveButton());
    await waitFor(() => expect(isAsked).toBe(true));
    await user.type(await findField("Notes"), "Meanwhile");
    answer();
    await heading();
    expect(await findField("Notes")).toHaveValue("Meanwhile");
  });

  it("treats text typed over their value as mine and shows it", async () => {
    handleStored(theirs(4, { name: "Studio Chêne" }));
    openForm(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.click(saveButton());
    await user.click(await radio("Current value: Studio Chêne"));
    await retype(user, "Name", "Studio Orme");
    expect(await radio("Your value: Studio Orme")).toBeChecked();
    await user.click(await radio("Current value: Studio Chêne"));
    await user.click(await radio("Your value: Studio Orme"));
    expect(await findField(/^Name/)).toHaveValue("Studio Orme");
  });
});
