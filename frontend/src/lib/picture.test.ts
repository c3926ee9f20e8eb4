// Tests the crop of an avatar and the size of a logo.
import { expect, it } from "vitest";
import { centerSquare, fitLogoSize } from "./picture";

it.each([
  [
    { width: 400, height: 200 },
    { left: 100, top: 0, side: 200 },
  ],
  [
    { width: 90, height: 120 },
    { left: 0, top: 15, side: 90 },
  ],
  [
    { width: 64, height: 64 },
    { left: 0, top: 0, side: 64 },
  ],
])("crops the middle of %j", (size, crop) => {
  expect(centerSquare(size)).toEqual(crop);
});

it.each([
  [
    { width: 200, height: 60 },
    { width: 200, height: 60 },
  ],
  [
    { width: 960, height: 100 },
    { width: 480, height: 50 },
  ],
  [
    { width: 500, height: 1_600 },
    { width: 50, height: 160 },
  ],
  [
    { width: 9_000, height: 3 },
    { width: 480, height: 1 },
  ],
])("fits a logo of %j", (size, fitted) => {
  expect(fitLogoSize(size)).toEqual(fitted);
});
