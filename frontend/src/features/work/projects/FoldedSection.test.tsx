// The title is a heading while the card is closed, and its content is printed.
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FoldedSection } from "./FoldedSection";

const open = () =>
  render(
    <FoldedSection title="Facts">
      <p>Content</p>
    </FoldedSection>,
  );

it("is a heading, with its content when it is opened", () => {
  const { container } = open();
  expect(screen.getByRole("heading", { level: 2, name: "Facts" })).toBeInTheDocument();
  expect(screen.queryByText("Content")).toBeNull();
  const details = container.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  expect(screen.getByText("Content")).toBeInTheDocument();
});

it("is open in print", () => {
  const { container } = open();
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("Content")).toBeInTheDocument();
  expect(container.querySelector("details")).toHaveAttribute("open");
});
