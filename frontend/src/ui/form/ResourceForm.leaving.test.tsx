// Holds forms to losing nothing typed: on leaving and after a reload.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { mayLeave } from "../../lib/dirtyForms";
import {
  answers,
  enums,
  field,
  fields,
  installForms,
  onCancel,
  onSaved,
  open,
  record,
  save,
  sent,
} from "../../testing/formScreen";
import { renderScreen } from "../../testing/renderScreen";
import { DescribedForm } from "./DescribedForm";
import { FormModal } from "./FormModal";

installForms();

describe("leaving (V4)", () => {
  it("asks before what was typed is lost, and does not after it is saved", async () => {
    answers();
    const { router, history } = open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "x");
    act(() => void router.navigate({ to: "/elsewhere" as never }));
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(history.location.pathname).toBe("/screen");
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await field("Notes")).toHaveValue("x");
    onSaved.mockImplementation(() => void router.navigate({ to: "/elsewhere" as never }));
    await user.click(save());
    expect(await screen.findByRole("heading", { name: "/elsewhere" })).toBeVisible();
  });

  it("lets go without a question when nothing was typed, and goes when told to", async () => {
    const { router } = open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "x");
    act(() => void router.navigate({ to: "/elsewhere" as never }));
    await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
    expect(await screen.findByRole("heading", { name: "/elsewhere" })).toBeVisible();
  });

  it("asks on Esc over a dialogue, and takes a second Esc for no", async () => {
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
            formKey="clients/dialogue"
            path="/clients"
            fields={fields}
            record={record}
            onSaved={onSaved}
            onCancel={onCancel}
          />
        </FormModal>
      ),
      { enums, others: ["/elsewhere"] },
    );
    const user = userEvent.setup();
    await user.type(await field("Notes"), "x");
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(
        screen.queryByRole("dialog", { name: "Leave without saving?" }),
      ).not.toBeInTheDocument(),
    );
    expect(close).toHaveBeenCalledOnce();
    expect(await field("Notes")).toHaveValue("x");
  });

  it("asks before signing out, while it can still be saved", async () => {
    open(record);
    const user = userEvent.setup();
    expect(await mayLeave()).toBe(true);
    await user.type(await field("Notes"), "x");
    for (const [button, leaves] of [
      ["Keep editing", false],
      ["Leave without saving", true],
    ] as const) {
      const answer = mayLeave();
      await user.click(await screen.findByRole("button", { name: button }));
      expect(await answer).toBe(leaves);
    }
    expect(await field("Notes")).toHaveValue("x");
  });

  it("warns when the tab is closed", async () => {
    open(record);
    const user = userEvent.setup();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await field("Notes");
    expect(closing()).toBe(false);
    await user.type(await field("Notes"), "x");
    expect(closing()).toBe(true);
  });
});

describe("drafts (V5)", () => {
  it("offers what was typed before the page went away", async () => {
    const first = open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Half a thought");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    first.unmount();
    open(record);
    await user.click(await screen.findByRole("button", { name: "Restore draft" }));
    expect(await field("Notes")).toHaveValue("Half a thought");
  });

  it("saves the draft at once when the page goes away right after the last key", async () => {
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "x");
    window.dispatchEvent(new Event("pagehide"));
    expect(sessionStorage.length).toBe(1);
  });

  it("goes on from the version that it was typed over: the server sees what changed since", async () => {
    answers();
    const first = open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Half a thought");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    first.unmount();
    open({ ...record, version: 4, contact_email: "a@b.ca" });
    await user.click(await screen.findByRole("button", { name: "Restore draft" }));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent.at(-1)?.body).toEqual({ notes: "Half a thought", version: 3 });
  });

  it("forgets it once saved", async () => {
    answers();
    open(record);
    const user = userEvent.setup();
    await user.type(await field("Notes"), "Done");
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sessionStorage.length).toBe(0);
  });
});
