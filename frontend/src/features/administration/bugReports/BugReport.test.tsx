// The bug report widget: present only with a valid project, and never breaking the page.
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { BugReport } from "./BugReport";
import { configuredProject, loadBugReport } from "./loader";

const renderPage = (project?: unknown) =>
  render(
    <MantineProvider env="test">
      <p>page</p>
      <BugReport {...(project === undefined ? {} : { project })} />
    </MantineProvider>,
  );

describe("loader", () => {
  it.each([[7], [null], [{}], [["x"]], [true]])("throws for %j", async (project) => {
    await expect(loadBugReport(project)).rejects.toThrow("must be a string");
  });

  it.each([
    ["", undefined],
    ["regie", "regie"],
  ])("reads %j from the page as %j", (content, project) => {
    const meta = document.createElement("meta");
    meta.name = "regie-bug-project";
    meta.content = content;
    document.head.append(meta);
    expect(configuredProject()).toBe(project);
    meta.remove();
  });
});

describe("widget", () => {
  it("is absent without a project", () => {
    renderPage();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is visible with a project", async () => {
    renderPage("regie");
    expect(await screen.findByRole("button", { name: "Report a problem" })).toBeVisible();
  });

  it("does not break the page when the project id is not a string", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    renderPage(7);
    await vi.waitFor(() => expect(consoleError).toHaveBeenCalled());
    expect(screen.getByText("page")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
