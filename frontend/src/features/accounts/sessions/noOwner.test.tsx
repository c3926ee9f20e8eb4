// The sign-in page of an empty installation says how the first account is made.
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openApp } from "../../../testing/app";
import { installServer, startAs } from "../../../testing/server";

installServer();

beforeEach(() => startAs(null));
afterEach(() => document.head.querySelector('meta[name="regie-owner"]')?.remove());

it("names the command while no account exists", async () => {
  document.head.insertAdjacentHTML("beforeend", '<meta name="regie-owner" content="missing">');
  openApp("/en-us/auth/login");
  expect(await screen.findByText("regie owner-link you@example.com")).toBeVisible();
  expect(screen.getByText("The first account is not set up yet.")).toBeVisible();
});

it("says nothing once there are accounts", async () => {
  openApp("/en-us/auth/login");
  await screen.findByRole("button", { name: "Sign in" });
  expect(screen.queryByText("The first account is not set up yet.")).toBeNull();
});
