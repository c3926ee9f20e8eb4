// Tests the operations page: the verdict, remedies, retries, and its states.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { resourceKey } from "../../../api/queries";
import type { CurrentUser, Operations } from "../../../api/types";
import { activateLocale } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { OperationsPage } from "./OperationsPage";

installServer();

const admin: CurrentUser = {
  ...someone,
  roles: ["admin"],
  permissions: { "operations.view": "all", "operations.manage": "all" },
  timezone: "America/Toronto",
};

const worker = {
  kind: "worker",
  host: "atelier",
  process_id: 42,
  release: "1.2",
  started_at: "2026-11-20T12:00:00Z",
  seen_at: "2026-11-20T16:59:58Z",
  is_running: true,
} as const;

const well: Operations = {
  at: "2026-11-20T17:00:00Z",
  issues: [],
  processes: [{ ...worker, kind: "web", process_id: 41 }, worker],
  queues: [{ name: "mail", waiting: 3, running: 1, oldest_at: "2026-11-20T16:58:00Z", failed: 0 }],
  failures: [],
  failures_total: 0,
  storage: {
    database_size: 2_516_582,
    files: 12,
    files_size: 26_214_400,
    disks: [{ content: "data", free: 1_610_612_736, total: 107_374_182_400, is_low: true }],
  },
  backup: {
    last: null,
    last_success_at: null,
    last_verification: null,
    max_age_days: 2,
    is_overdue: false,
    restored_copy: null,
  },
  services: [],
};

const mail = {
  id: "7.1",
  kind: "mail",
  subject: "zoe@pivoine.example",
  at: "2026-11-20T16:00:00Z",
  count: 1,
  cause: "The mail server could not be reached.",
  what_to_do: "Check the mail server.",
  next_try_at: "2026-11-20T17:30:00Z",
  can: ["retry"],
} as const satisfies Operations["failures"][number];

const abandoned = { ...mail, id: "8.1", subject: "old@pivoine.example", can: ["dismiss"] } as const;

const troubled: Operations = {
  ...well,
  issues: [
    { code: "no_worker", subject: null, at: "2026-11-20T16:00:00Z", count: null },
    { code: "low_disk_space", subject: "data", at: null, count: null },
    { code: "queue_delayed", subject: "mail", at: "2026-11-20T16:30:00Z", count: 3 },
    { code: "failures", subject: null, at: null, count: 2 },
  ],
  processes: [
    { ...worker, kind: "web", process_id: 41 },
    { ...worker, is_running: false },
  ],
  failures: [
    { ...mail, can: [...mail.can] },
    { ...abandoned, can: [...abandoned.can] },
  ],
  failures_total: 60,
};

function show(operations: Operations, user = admin) {
  const read = vi.fn(() => HttpResponse.json({ data: operations }));
  const changed = vi.fn();
  server.use(
    http.get("/api/v1/operations", read),
    http.post("/api/v1/operations/retries", async ({ request }) => {
      changed(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("/api/v1/operations/mails/:id", ({ params }) => {
      changed(params);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const view = renderScreen(() => <OperationsPage />, { user, otherPaths: ["/admin/connections"] });
  return { ...view, read, changed };
}

it("answers that everything works", async () => {
  show(well);
  expect(await screen.findByRole("heading", { name: "Everything is working" })).toBeVisible();
  expect(screen.getByText(/and storage have no problem. There is no backup yet/)).toBeVisible();
  expect(screen.getByText("Nothing has failed.")).toBeVisible();
  expect(screen.getByText("There is no backup yet.")).toBeVisible();
  const [, row] = within(screen.getByRole("table", { name: "Queues" })).getAllByRole("row");
  expect(row).toHaveTextContent(/^Mail31/);
});

it("names each problem with its remedy, in both languages", async () => {
  show(troubled);
  const verdict = await screen.findByRole("region", { name: "4 problems need attention" });
  const issues = within(verdict).getAllByRole("listitem");
  expect(issues[0]).toHaveTextContent("No worker has been running since Nov 20, 2026, 11:00 AM");
  expect(issues[0]).toHaveTextContent("regie worker");
  expect(issues[1]).toHaveTextContent("Disk of the data folder: only 1.5 GB of 100 GB free");
  expect(issues[2]).toHaveTextContent(
    "Mail: 3 tasks have been waiting since Nov 20, 2026, 11:30 AM",
  );
  expect(
    within(issues[3] as HTMLElement).getByRole("link", { name: "See failures" }),
  ).toBeVisible();
  expect(screen.getByText("Stopped")).toBeVisible();
  expect(screen.getByText("Almost full")).toBeVisible();
  expect(screen.getByText("58 older failures are not shown.")).toBeVisible();
  await act(() => activateLocale("fr-ca"));
  expect(screen.getByRole("region", { name: "4 problèmes à régler" })).toHaveTextContent(
    "Aucun processus d’arrière-plan ne fonctionne depuis le 20 nov. 2026, 11 h 00",
  );
  await act(() => activateLocale("en-us"));
});

it("retries and dismisses failures, then reads the state again", async () => {
  const { changed, read } = show(troubled);
  await userEvent.click(await screen.findByRole("button", { name: `Retry: ${mail.subject}` }));
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ kind: "mail", id: "7.1" }));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await userEvent.click(screen.getByRole("button", { name: `Dismiss: ${abandoned.subject}` }));
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ id: "8.1" }));
});

it("offers no action without the permission", async () => {
  show(troubled, { ...admin, permissions: { "operations.view": "all" } });
  await screen.findByText(mail.subject);
  expect(screen.queryByRole("button")).toBeNull();
});

it("reads and shows nothing for others", async () => {
  const { read } = show(troubled, { ...someone, permissions: {} });
  expect(await screen.findByText("Page not available")).toBeVisible();
  expect(read).not.toHaveBeenCalled();
});

it("refreshes by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { read } = show(well);
    await screen.findByRole("heading", { name: "Everything is working" });
    expect(read).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  } finally {
    vi.useRealTimers();
  }
});

it("keeps the last state and says so when it cannot be refreshed", async () => {
  const { queryClient } = show(well);
  await screen.findByRole("heading", { name: "Everything is working" });
  server.use(http.get("/api/v1/operations", () => HttpResponse.json({}, { status: 503 })));
  await act(() => queryClient.refetchQueries({ queryKey: resourceKey("/operations") }));
  expect(await screen.findByText("This page could not be refreshed")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Everything is working" })).toBeVisible();
});

it("offers to try again when nothing could be loaded", async () => {
  server.use(http.get("/api/v1/operations", () => HttpResponse.json({}, { status: 503 })));
  renderScreen(() => <OperationsPage />, { user: admin });
  const retry = await screen.findByRole("button", { name: "Try again" });
  server.use(http.get("/api/v1/operations", () => HttpResponse.json({ data: well })));
  await userEvent.click(retry);
  expect(await screen.findByRole("heading", { name: "Everything is working" })).toBeVisible();
});

it("shows the last verification of a backup, in both languages", async () => {
  const verification = {
    verified_at: "2026-11-20T16:00:00Z",
    outcome: "failed",
    backup_name: "regie-20261119T170000Z",
    backup_at: null,
    error: "files.sha256 is missing.",
  } as const;
  const issue = {
    code: "backup_damaged",
    subject: verification.backup_name,
    at: null,
    count: 1,
  } as const;
  show({ ...well, issues: [issue], backup: { ...well.backup, last_verification: verification } });
  const verdict = await screen.findByRole("region", { name: "1 problem needs attention" });
  expect(verdict).toHaveTextContent("Cause: files.sha256 is missing. Make a new backup");
  expect(screen.getByText("Damaged")).toBeVisible();
  await act(async () => activateLocale("fr-ca"));
  expect(screen.getByText("Endommagée")).toBeVisible();
  expect(screen.getByText(/la sauvegarde regie-20261119T170000Z ne peut pas/)).toBeVisible();
});
