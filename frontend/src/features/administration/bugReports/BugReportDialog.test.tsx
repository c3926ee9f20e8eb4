// Tests the dialog of a problem report: what is sent is visible, and a picture leaves only with consent.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { currentToasts } from "../../../lib/toasts";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { BugReportButton } from "./BugReportButton";

vi.mock("../../../lib/picture", async (load) => ({
  ...(await load<typeof import("../../../lib/picture")>()),
  // There is no canvas in this test.
  withoutMetadata: async (file: File) =>
    file.size === 0 ? null : { file, preview: "data:image/png;base64,AA==" },
}));

installServer();
beforeEach(() => sessionStorage.clear());

const impersonator = { api_id: "x", name: "Olivier Gagnon", until: "2026-01-01T00:00:00Z" };
const screenshot = (size = 8) => new File([new Uint8Array(size)], "a.png", { type: "image/png" });

/** Records the sent forms; the fields of a multipart body are read as text. */
function handleReports(status = 201, body: object = { data: { api_id: "r", created_at: "" } }) {
  const sent: string[] = [];
  server.use(
    http.post("/api/v1/bug-reports", async ({ request }) => {
      sent.push(await request.text());
      return HttpResponse.json(body, { status });
    }),
  );
  return sent;
}

async function openDialog(user: CurrentUser = someone) {
  renderScreen(() => <BugReportButton />, { user });
  await userEvent.click(await screen.findByRole("button", { name: "Report a problem" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report a problem" }));
  const text = dialog.getByRole("textbox", { name: /What happened/ });
  const send = () => userEvent.click(dialog.getByRole("button", { name: "Send report" }));
  const choose = (file: File) =>
    userEvent.upload(document.querySelector("input[type=file]") as HTMLInputElement, file);
  return { dialog, text, send, choose };
}

it("sends the text with the details that the dialog shows", async () => {
  const sent = handleReports();
  const { dialog, text, send } = await openDialog();
  expect(text).toHaveFocus();
  const details = within(dialog.getByRole("region", { name: "Included with your report" }));
  const shown = details.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(shown).toEqual([
    "Amélie Tremblay, amelie@regie.example",
    window.location.pathname,
    navigator.userAgent,
    `${window.innerWidth} × ${window.innerHeight}`,
  ]);
  await userEvent.type(text, "The list stays empty.");
  await send();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toHaveLength(1);
  for (const value of ["The list stays empty.", ...shown.slice(1)])
    expect(sent[0]).toContain(value);
  expect(sent[0]).not.toContain('name="file"');
  expect(currentToasts().map(({ summary }) => summary)).toContain("Report sent");
  expect(sessionStorage.length).toBe(0);
});

it("requires a text", async () => {
  const sent = handleReports();
  const { text, send } = await openDialog();
  await send();
  expect(text).toHaveFocus();
  expect(text).toHaveAccessibleDescription(/The field is required/);
  expect(sent).toEqual([]);
});

describe("a picture", () => {
  it("is sent only with consent, which another picture needs again", async () => {
    const sent = handleReports();
    const { dialog, text, send, choose } = await openDialog();
    await userEvent.type(text, "Look.");
    await choose(screenshot());
    expect(await dialog.findByRole("img", { name: "Picture to send" })).toBeVisible();
    const consent = dialog.getByRole("checkbox", { name: /other people’s data/ });
    expect(consent).not.toBeChecked();
    await send();
    expect(consent).toHaveFocus();
    expect(dialog.getByText("Agree to send the picture, or remove it")).toBeVisible();
    await userEvent.click(consent);
    await choose(screenshot(9));
    await waitFor(() => expect(consent).not.toBeChecked());
    await send();
    expect(sent).toEqual([]);
    await userEvent.click(consent);
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toContain('name="file"; filename="a.png"');
  });

  it("can be pasted, and removed", async () => {
    const sent = handleReports();
    const { dialog, text, send } = await openDialog();
    await userEvent.type(text, "Look.");
    fireEvent.paste(text, { clipboardData: { files: [screenshot()] } });
    await userEvent.click(await dialog.findByRole("button", { name: "Remove the picture" }));
    expect(dialog.queryByRole("img")).toBeNull();
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toContain('name="file"');
  });

  it.each([
    [new File(["x"], "a.gif", { type: "image/gif" }), /Choose a PNG, JPEG or WebP picture/],
    [screenshot(0), /Choose a PNG, JPEG or WebP picture/],
    [screenshot(5 * 1024 * 1024 + 1), /larger than 5 MB/],
  ])("is refused before it is sent: %#", async (file, message) => {
    const { dialog, text } = await openDialog();
    fireEvent.paste(text, { clipboardData: { files: [file] } });
    expect(await dialog.findByRole("alert")).toHaveTextContent(message);
    expect(dialog.queryByRole("img")).toBeNull();
  });
});

it("names both people during an impersonation", async () => {
  const { dialog, choose } = await openDialog({ ...someone, impersonator });
  expect(dialog.getByText(/names Amélie Tremblay and Olivier Gagnon/)).toBeVisible();
  await choose(screenshot());
  const name = /data of Amélie Tremblay and other people/;
  expect(await dialog.findByRole("checkbox", { name })).not.toBeChecked();
});

describe("a refused report", () => {
  it.each([
    [422, { errors: { description: ["Too long"] } }, "Too long"],
    [422, { errors: { file: ["The file is empty"] } }, "The file is empty"],
    [422, { errors: { page: ["Not a page"] } }, "Not a page"],
    [422, { message: "Problem reports are not set up." }, "Problem reports are not set up."],
    [429, { message: "You have sent many reports." }, "You have sent many reports."],
  ])("%i keeps the text and says why: %j", async (status, body, message) => {
    handleReports(status, body);
    const { dialog, text, send } = await openDialog();
    await userEvent.type(text, "Look.");
    await send();
    expect(await dialog.findByText(message)).toBeVisible();
    expect(text).toHaveValue("Look.");
  });

  it("can be sent again with the same key, so that it is stored once", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/v1/bug-reports", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return keys.length === 1
          ? HttpResponse.error()
          : HttpResponse.json({ data: {} }, { status: 201 });
      }),
    );
    const { dialog, text, send } = await openDialog();
    await userEvent.type(text, "Look.");
    await send();
    expect(await dialog.findByText(/The server did not answer/)).toBeVisible();
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

it("offers the text again after the dialog was closed", async () => {
  const { dialog, text } = await openDialog();
  await userEvent.type(text, "Half a sentence");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const opener = screen.getByRole("button", { name: "Report a problem" });
  await waitFor(() => expect(opener).toHaveFocus());
  await userEvent.click(opener);
  expect(await screen.findByRole("textbox", { name: /What happened/ })).toHaveValue(
    "Half a sentence",
  );
});
