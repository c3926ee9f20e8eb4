// Whether a chart is shown as its table: in the address where the chart has a name on its page, else for now alone.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

const SEPARATOR = ".";

export function useAsTable(name: string | undefined): [boolean, () => void] {
  const navigate = useNavigate();
  const { tables } = useSearch({ strict: false }) as { tables?: unknown };
  const [isTable, setTable] = useState(false);
  if (name === undefined) return [isTable, () => setTable(!isTable)];
  const open = typeof tables === "string" ? tables.split(SEPARATOR) : [];
  const isOpen = open.includes(name);
  const next = isOpen ? open.filter((one) => one !== name) : [...open, name].sort();
  const toggle = () => {
    const search = (before: Record<string, unknown>) => ({
      ...before,
      tables: next.length > 0 ? next.join(SEPARATOR) : undefined,
    });
    void navigate({ to: ".", search: search as never, resetScroll: false, replace: true });
  };
  return [isOpen, toggle];
}
