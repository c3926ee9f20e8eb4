// Whether a chart shows its table: in the URL for a named chart, otherwise in local state.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { changedSearch } from "../links/screenSearch";

const SEPARATOR = ".";

export function useTableView(name: string | undefined): [boolean, () => void] {
  const navigate = useNavigate();
  const { tables } = useSearch({ strict: false }) as { tables?: unknown };
  const [isTable, setTable] = useState(false);
  if (name === undefined) return [isTable, () => setTable(!isTable)];
  const open = typeof tables === "string" ? tables.split(SEPARATOR) : [];
  const isOpen = open.includes(name);
  const next = isOpen ? open.filter((item) => item !== name) : [...open, name].sort();
  const toggle = () => {
    const search = changedSearch({
      tables: next.length > 0 ? next.join(SEPARATOR) : undefined,
    });
    void navigate({ to: ".", search, resetScroll: false, replace: true });
  };
  return [isOpen, toggle];
}
