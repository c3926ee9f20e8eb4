// Tests the lists of records that the browser remembers for one user.
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_FAVORITES, useFavorites } from "./favorites";
import { recordsOf, storeRecords } from "./storedRecords";

const record = (index: number) => ({
  to: `/clients/0199a2b4-0000-7000-8000-00000000000${index}/view`,
  title: `Client ${index}`,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("are hidden from another user of the browser", () => {
  storeRecords("list", "one", [record(1)]);
  expect(recordsOf("list", "one")).toEqual([record(1)]);
  expect(recordsOf("list", "other")).toEqual([]);
});

it.each(["null", "[]", "{", '{"user":"one","records":7}'])("survive %s in the storage", (text) => {
  localStorage.setItem("list", text);
  expect(recordsOf("list", "one")).toEqual([]);
});

it("do not break the page when the storage is full", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => storeRecords("list", "one", [record(1)])).not.toThrow();
});

it("favorites are added once, removed in any area, and limited", () => {
  const { result } = renderHook(() => useFavorites("one"));
  act(() => result.current.add(record(1)));
  act(() => result.current.add(record(1)));
  expect(result.current.favorites).toEqual([record(1)]);
  const inAdministration = `/admin${record(1).to}`;
  expect(result.current.isFavorite(inAdministration)).toBe(true);
  act(() => result.current.remove(inAdministration));
  expect(result.current.favorites).toEqual([]);
  for (let index = 0; index <= MAX_FAVORITES; index += 1)
    act(() => result.current.add(record(index)));
  expect(result.current.favorites).toHaveLength(MAX_FAVORITES);
  expect(result.current.isFavorite(record(0).to)).toBe(false);
});
