// Hidden hours of a retainer differ from missing ones.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ProjectRow } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer } from "../../../testing/server";
import { projectCells } from "./projectCells";

installServer();

it.each(["left_hours", "burn_percent"] as const)(
  "distinguishes hidden %s from none",
  async (name) => {
    const month = { left_hours: null, burn_percent: null };
    const cell = (hours_shown: boolean) =>
      projectCells[name]?.({ ...month, hours_shown } as ProjectRow);
    const renderCells = () => (
      <>
        <p>{cell(false)}</p>
        <p>{cell(true)}</p>
      </>
    );
    renderScreen(renderCells, { at: "/screen", enums: {} });
    const hidden = await screen.findByText("Not available to your role");
    expect(hidden.closest("p")?.nextElementSibling).toHaveTextContent("—None");
  },
);
