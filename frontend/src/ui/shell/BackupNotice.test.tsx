// Tests the notices of backups: who sees them, and that only a super administrator confirms a restored copy.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { BackupStatus, CurrentUser } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone } from "../../testing/server";
import { BackupNotice } from "./BackupNotice";

installServer();

const live: BackupStatus = {
  last: null,
  last_success_at: null,
  last_verification: null,
  max_age_days: 2,
  is_overdue: false,
  restored_copy: null,
};
const restored = {
  ...live,
  restored_copy: { backup_at: "2026-11-20T17:00:00Z", restored_at: "2026-11-21T09:00:00Z" },
};
const admin = { ...someone, permissions: { "backups.view": "all" } };
const owner = { ...someone, permissions: { "backups.view": "all", "backups.confirm_live": "all" } };
const QUESTION = "Confirm this copy as the live copy?";

function open(user: CurrentUser, first: BackupStatus) {
  const read = vi.fn();
  const confirmed = vi.fn();
  server.use(
    http.get("/api/v1/backups/status", () => {
      read();
      return HttpResponse.json({ data: confirmed.mock.calls.length ? live : first });
    }),
    http.post("/api/v1/backups/confirmations", () => {
      confirmed();
      return HttpResponse.json({ data: live });
    }),
  );
  const view = renderScreen(
    () => (
      <>
        <BackupNotice />
        <p>Screen</p>
      </>
    ),
    { user },
  );
  return { ...view, read, confirmed };
}

it("is not read without the permission", async () => {
  const { read } = open(someone, restored);
  await screen.findByText("Screen");
  expect(screen.queryByRole("region")).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

it("shows administrators that nothing is sent, without a button", async () => {
  open(admin, restored);
  const notice = await screen.findByRole("region", { name: "Restored copy" });
  expect(notice).toHaveTextContent(/This copy was restored from the backup of Nov 20, 2026/);
  expect(notice).toHaveTextContent("until a super administrator confirms");
  expect(screen.queryByRole("button")).toBeNull();
});

it("confirms the live copy after a question, and disappears", async () => {
  const { confirmed } = open(owner, restored);
  await userEvent.click(await screen.findByRole("button", { name: "Confirm live copy…" }));
  expect(await screen.findByRole("dialog", { name: QUESTION })).toBeVisible();
  expect(confirmed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Confirm live copy" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Restored copy" })).toBeNull());
  expect(confirmed).toHaveBeenCalledTimes(1);
});

it("warns of an overdue backup with the reason of the last failure", async () => {
  const failed = {
    started_at: "2026-11-20T17:00:00Z",
    finished_at: "2026-11-20T17:00:05Z",
    outcome: "failed" as const,
    size: null,
    error: "pg_dump is not installed.",
  };
  open(admin, { ...live, is_overdue: true, last: failed });
  const notice = await screen.findByRole("region", { name: "Overdue backup" });
  expect(notice).toHaveTextContent("There is no backup yet.");
  expect(notice).toHaveTextContent("pg_dump is not installed.");
});

const verification = {
  verified_at: "2026-11-21T17:00:00Z",
  outcome: "failed" as const,
  backup_name: "regie-20261120T170000Z",
  backup_at: null,
  error: "files.sha256 is missing.",
};

it("warns of a backup that cannot be restored", async () => {
  open(admin, { ...live, last_verification: verification });
  const notice = await screen.findByRole("region", { name: "Damaged backup" });
  expect(notice).toHaveTextContent("the backup regie-20261120T170000Z cannot be restored");
  expect(notice).toHaveTextContent("Cause: files.sha256 is missing.");
});

it("does not warn of a verified backup", async () => {
  const { read } = open(admin, {
    ...live,
    last_verification: { ...verification, outcome: "succeeded", error: null },
  });
  await waitFor(() => expect(read).toHaveBeenCalled());
  expect(screen.queryByRole("region")).toBeNull();
});
