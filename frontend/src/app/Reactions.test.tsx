// Tests the reactions to failed calls: the page-expired dialog and toasts.
import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/errors";
import { handleApiError } from "../api/policy";
import { showToast } from "../lib/toasts";
import { Reactions } from "./Reactions";

function renderReactions() {
  const onReload = vi.fn();
  render(
    <MantineProvider env="test">
      <Reactions onReload={onReload} />
    </MantineProvider>,
  );
  return { onReload };
}

const fail = (status: number, body = {}) =>
  act(() => handleApiError(new ApiError(status, "", body)));

describe("the page-expired dialog", () => {
  it("opens once for several failures and only offers a reload", async () => {
    const { onReload } = renderReactions();
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

describe("an error toast", () => {
  it("announces the status and the server's message of a 422 once", async () => {
    renderReactions();
    fail(422, { message: "The name is taken" });
    fail(422, { message: "The name is taken" });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("422 Unprocessable Entity");
    expect(alert).toHaveTextContent("The name is taken");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    [403, "You do not have permission to do this."],
    [500, "The request could not be completed."],
  ])("shows the generic summary for a %i", async (status, detail) => {
    renderReactions();
    fail(status);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Something went wrong");
    expect(alert).toHaveTextContent(detail);
  });

  it("runs its action and closes", async () => {
    renderReactions();
    const run = vi.fn();
    act(() => {
      showToast({ kind: "success", summary: "Archived", action: { label: "Undo", run } });
    });
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(run).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText("Archived")).toBeNull());
  });
});
