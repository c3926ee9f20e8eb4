// Holds forms to overwriting nobody: when two people edit one record, each disputed field is chosen, and no other asked about.
import { renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { clearToasts, useToasts } from "../../lib/toasts";
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
import { server } from "../../testing/server";

installForms();

type Stored = typeof record;
const TITLE = "Someone else changed this meanwhile";

/** The record as somebody else left it; what is sent from an older version is refused. */
function changedTo(stored: Stored) {
  server.use(http.get("/api/v1/clients/c1", () => HttpResponse.json({ data: stored })));
  answers(({ version, ...body }) => {
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
  const box = await field(name === "Name" ? /^Name/ : name);
  await user.clear(box);
  await user.type(box, text);
}

const heading = () => screen.findByRole("heading", { name: TITLE });
const panel = () => screen.findByRole("alert", { name: TITLE });
const radio = async (name: string) => within(await panel()).getByRole("radio", { name });

describe("two editors (V7)", () => {
  it("shows theirs and mine, lets me choose, and saves on top of theirs", async () => {
    changedTo(theirs(4, { name: "Studio Chêne", contact_email: "a@b.ca" }));
    open(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    expect(await radio("Mine: Studio Pin")).not.toBeChecked();
    expect(await field("Contact email")).toHaveValue("a@b.ca");
    await user.click(await radio("Theirs: Studio Chêne"));
    expect(await field(/^Name/)).toHaveValue("Studio Chêne");
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.at(-1)?.body).toEqual({ notes: "Mine", version: 4 });
  });

  it("chooses nothing by itself, and saves nothing until each field has a side", async () => {
    changedTo(theirs(4, { name: "Studio Chêne", notes: "Theirs" }));
    open(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    for (const choice of within(await panel()).getAllByRole("radio")) {
      expect(choice).not.toBeChecked();
    }
    await user.click(save());
    expect(within(await panel()).getAllByText("Choose what to keep")).toHaveLength(2);
    await user.click(await radio("Mine: Mine"));
    expect(within(await panel()).getAllByText("Choose what to keep")).toHaveLength(1);
    await user.click(await field("Notes"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(sent).toHaveLength(1);
    await user.click(await radio("Theirs: Studio Chêne"));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.slice(1).map(({ body }) => body)).toEqual([{ notes: "Mine", version: 4 }]);
  });

  it("brings the reader to the question, again for whoever changed it next", async () => {
    changedTo(theirs(4, { notes: "Theirs" }));
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await user.click(await radio("Mine: Mine"));
    changedTo(theirs(5, { notes: "Theirs again" }));
    await user.click(save());
    expect(await radio("Theirs: Theirs again")).not.toBeChecked();
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("keeps what was typed after the question as mine", async () => {
    changedTo(theirs(4, { notes: "Theirs" }));
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    await panel();
    await user.type(await field("Notes"), " and more");
    await user.click(await radio("Theirs: Theirs"));
    expect(await field("Notes")).toHaveValue("Theirs");
    await user.click(await radio("Mine: Mine and more"));
    expect(await field("Notes")).toHaveValue("Mine and more");
  });

  it("asks about no field that nobody else changed: it saves on top of theirs by itself", async () => {
    clearToasts();
    changedTo(theirs(4, { name: "Studio Chêne" }));
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Mine");
    await user.dblClick(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.map(({ body }) => body)).toEqual([
      { notes: "Mine", version: 3 },
      { notes: "Mine", version: 4 },
    ]);
    const told = renderHook(useToasts).result.current;
    expect(told.map(({ summary }) => summary)).toContain("Saved");
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
  });

  it("asks about the disputed fields alone, and keeps the others of mine", async () => {
    changedTo(theirs(4, { name: "Studio Chêne" }));
    open(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    expect(within(await panel()).getAllByRole("radiogroup")).toHaveLength(1);
    await user.click(await radio("Mine: Studio Pin"));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.at(-1)?.body).toEqual({ name: "Studio Pin", notes: "Mine", version: 4 });
  });

  it("tries once by itself, and leaves the next time to me", async () => {
    let version = 3;
    server.use(
      http.get("/api/v1/clients/c1", () => HttpResponse.json({ data: theirs(version, {}) })),
    );
    answers(() => {
      version += 1;
      const conflicts = { notes: { theirs: null, yours: "Mine" } };
      return HttpResponse.json(
        { code: "changed", message: "Changed", version, conflicts },
        { status: 409 },
      );
    });
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    expect(await screen.findByText(/Your changes touch other fields/)).toBeVisible();
    expect(sent.map(({ body }) => body.version)).toEqual([3, 4]);
    answers();
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.at(-1)?.body).toEqual({ notes: "Mine", version: 5 });
  });

  it("asks about an amount whose currency somebody else changed", async () => {
    changedTo(theirs(4, { currency: "USD", amount: { amount: "1250.00", currency: "USD" } }));
    open(record);
    const user = userEvent.setup();
    await retype(user, "Amount", "2000");
    await user.click(save());
    expect(await radio("Mine: $2,000.00")).not.toBeChecked();
    expect(sent).toHaveLength(1);
  });

  it("compares with what is read as the form had it made from that", async () => {
    changedTo(theirs(4, { name: "Studio Chêne", notes: "as stored" }));
    const recordOf = (read: Readonly<Record<string, unknown>>) => ({ ...read, notes: "As shown" });
    open({ ...record, notes: "As shown" }, { recordOf });
    const user = userEvent.setup();
    await retype(user, "Notes", "Mine");
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.at(-1)?.body).toEqual({ notes: "Mine", version: 4 });
  });

  it("asks about what is never read back where the server says that it changed", async () => {
    changedTo(theirs(4, { notes: undefined }));
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Mine");
    await user.click(save());
    expect(await radio("Mine: Mine")).not.toBeChecked();
    expect(sent).toHaveLength(1);
  });

  it("keeps what is typed while theirs is fetched", async () => {
    changedTo(theirs(4, { name: "Studio Chêne" }));
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const stored = theirs(4, { name: "Studio Chêne" });
    let isAsked = false;
    server.use(
      http.get("/api/v1/clients/c1", async () => {
        isAsked = true;
        await asked;
        return HttpResponse.json({ data: stored });
      }),
    );
    open(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.click(save());
    await waitFor(() => expect(isAsked).toBe(true));
    await user.type(await field("Notes"), "Meanwhile");
    answer();
    await heading();
    expect(await field("Notes")).toHaveValue("Meanwhile");
  });

  it("takes what is typed over theirs for mine, and says so", async () => {
    changedTo(theirs(4, { name: "Studio Chêne" }));
    open(record);
    const user = userEvent.setup();
    await retype(user, "Name", "Studio Pin");
    await user.click(save());
    await user.click(await radio("Theirs: Studio Chêne"));
    await retype(user, "Name", "Studio Orme");
    expect(await radio("Mine: Studio Orme")).toBeChecked();
    await user.click(await radio("Theirs: Studio Chêne"));
    await user.click(await radio("Mine: Studio Orme"));
    expect(await field(/^Name/)).toHaveValue("Studio Orme");
  });
});
