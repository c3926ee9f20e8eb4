// Tests that unsaved input is preserved on leaving and after a reload.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { confirmLeave } from "../../lib/dirtyForms";
import {
  enums,
  fields,
  findField,
  handleSave,
  installForms,
  onCancel,
  onSaved,
  openForm,
  record,
  saveButton,
  sentRequests,
} from "../../testing/formScreen";
import { renderScreen } from "../../testing/renderScreen";
import { DescribedForm } from "./DescribedForm";
import { FormModal } from "./FormModal";

installForms();

describe("leaving (V4)", () => {
  it("asks before unsaved input is lost, and not after saving", async () => {
    handleSave();
    const { router, history } = openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "x");
    act(() => void router.navigate({ to: "/elsewhere" as never }));
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(history.location.pathname).toBe("/screen");
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await findField("Notes")).toHaveValue("x");
    onSaved.mockImplementation(() => void router.navigate({ to: "/elsewhere" as never }));
    await user.click(saveButton());
    expect(await screen.findByRole("heading", { name: "/elsewhere" })).toBeVisible();
  });

  it("leaves without a question when nothing was typed, and after a confirmation", async () => {
    const { router } = openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "x");
    act(() => void router.navigate({ to: "/elsewhere" as never }));
    await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
    expect(await screen.findByRole("heading", { name: "/elsewhere" })).toBeVisible();
  });

  it("asks on Esc in a dialog, and stays on a second Esc", async () => {
    const close = vi.fn();
    const { router } = renderScreen(
      () => (
        <FormModal
          opened
          title="Edit"
          onClose={() => {
            close();
            void router.navigate({ to: "/elsewhere" as never });
          }}
        >
          <DescribedForm
            formKey="clients/dialog"
            path="/clients"
            fields={fields}
            record={record}
            onSaved={onSaved}
            onCancel={onCancel}
          />
        </FormModal>
      ),
      { enums, otherPaths: ["/elsewhere"] },
    );
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "x");
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(
        screen.queryByRole("dialog", { name: "Leave without saving?" }),
      ).not.toBeInTheDocument(),
    );
    expect(close).toHaveBeenCalledOnce();
    expect(await findField("Notes")).toHaveValue("x");
  });

  it("asks before signing out, while it can still be saved", async () => {
    openForm(record);
    const user = userEvent.setup();
    expect(await confirmLeave()).toBe(true);
    await user.type(await findField("Notes"), "x");
    for (const [button, canLeave] of [
      ["Keep editing", false],
      ["Leave without saving", true],
    ] as const) {
      const answer = confirmLeave();
      await user.click(await screen.findByRole("button", { name: button }));
      expect(await answer).toBe(canLeave);
    }
    expect(await findField("Notes")).toHaveValue("x");
  });

  it("warns before the tab closes", async () => {
    openForm(record);
    const user = userEvent.setup();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await findField("Notes");
    expect(closing()).toBe(false);
    await user.type(await findField("Notes"), "x");
    expect(closing()).toBe(true);
  });
});

describe("drafts (V5)", () => {
  it("offers the draft after a reload", async () => {
    const first = openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Half a thought");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    first.unmount();
    openForm(record);
    await user.click(await screen.findByRole("button", { name: "Restore draft" }));
    expect(await findField("Notes")).toHaveValue("Half a thought");
  });

  it("saves the draft at once when the page unloads right after the last key", async () => {
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "x");
    window.dispatchEvent(new Event("pagehide"));
    expect(sessionStorage.length).toBe(1);
  });

  it("saves a restored draft with the version of its base", async () => {
    handleSave();
    const first = openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Half a thought");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    first.unmount();
    openForm({ ...record, version: 4, contact_email: "a@b.ca" });
    await user.click(await screen.findByRole("button", { name: "Restore draft" }));
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sentRequests.at(-1)?.body).toEqual({ notes: "Half a thought", version: 3 });
  });

  it("discards the draft after saving", async () => {
    handleSave();
    openForm(record);
    const user = userEvent.setup();
    await user.type(await findField("Notes"), "Done");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    await user.click(saveButton());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sessionStorage.length).toBe(0);
  });
});
