// Holds what the reader sees of the error catalogue: one modal that cannot be closed, and toasts.
import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/errors";
import { react } from "../api/policy";
import { showToast } from "../lib/toasts";
import { Reactions } from "./Reactions";

function page() {
  const onReload = vi.fn();
  render(
    <MantineProvider env="test">
      <Reactions onReload={onReload} />
    </MantineProvider>,
  );
  return { onReload };
}

const fail = (status: number, body = {}) => act(() => react(new ApiError(status, "", body)));

describe("an expired page", () => {
  it("is one modal for many failures, without a way out but the reload", async () => {
    const { onReload } = page();
    fail(401);
    fail(419);
    const dialog = await screen.findByRole("dialog", { name: "Page expired" });
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    expect(dialog.querySelectorAll("button")).toHaveLength(1);
    const cancel = new Event("cancel", { cancelable: true });
    dialog.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Reload the page" }));
    expect(onReload).toHaveBeenCalledOnce();
  });
});

describe("a toast", () => {
  it("says the status and the server's words for a 422, aloud, and once", async () => {
    page();
    fail(422, { message: "The name is taken" });
    fail(422, { message: "The name is taken" });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("422 Unprocessable Entity");
    expect(alert).toHaveTextContent("The name is taken");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    [403, "You do not have permission to do this."],
    [500, "The request could not be completed."],
  ])("has the generic summary for a %i", async (status, detail) => {
    page();
    fail(status);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Something went wrong");
    expect(alert).toHaveTextContent(detail);
  });

  it("offers its way back and goes when it was taken", async () => {
    page();
    const run = vi.fn();
    act(() => {
      showToast({ kind: "success", summary: "Archived", action: { label: "Undo", run } });
    });
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(run).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText("Archived")).toBeNull());
  });
});
