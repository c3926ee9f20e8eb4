// Holds the bug-report widget to its rule: only with a project, never with a wrong one, never breaking the page.
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { BugReport } from "./BugReport";
import { configuredProject, loadBugReport } from "./loader";

const page = (project?: unknown) =>
  render(
    <MantineProvider env="test">
      <p>page</p>
      <BugReport {...(project === undefined ? {} : { project })} />
    </MantineProvider>,
  );

describe("the loader", () => {
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

describe("the widget", () => {
  it("is not there without a project", () => {
    page();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is there with one", async () => {
    page("regie");
    expect(await screen.findByRole("button", { name: "Report a problem" })).toBeVisible();
  });

  it("leaves the page alive when its id is no text", async () => {
    const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined);
    page(7);
    await vi.waitFor(() => expect(silenced).toHaveBeenCalled());
    expect(screen.getByText("page")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
