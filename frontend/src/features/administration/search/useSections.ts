// The palette's sections for a search text: pages and actions by name, records from the server.

import { useDebouncedValue } from "@mantine/hooks";
import { IconHistory, IconUserCog } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { api } from "../../../api/client";
import { runIf } from "../../../api/queries";
import type { SearchHit } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { foldAccents } from "../../../lib/text";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import type { Entry, PageEntry, Section } from "./entry";
import { KIND_ICONS, targetOf } from "./records";
import { PAGE_TERMS } from "./searchTerms";
import { type Openers, useActions } from "./useActions";
import { useRecentRecords } from "./visits";

const SEARCH_DELAY_MS = 150;
const MAX_HITS_PER_KIND = 4;
const MAX_RECENT = 5;
const MAX_TEXT_LENGTH = 200;

/** Searches the server after a delay; the previous hits remain until the response. */
function useHits(searchText: string) {
  const text = searchText.trim().slice(0, MAX_TEXT_LENGTH);
  const [debouncedText] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const query = { q: debouncedText, limit: MAX_HITS_PER_KIND };
  const found = useQuery({
    queryKey: ["api", "/search", query],
    // The palette shows the failure itself.
    queryFn: ({ signal }) => api.get("/search", { query, signal, expect: "any" }),
    placeholderData: keepPreviousData,
    ...runIf(debouncedText !== ""),
  });
  return {
    hits: text === "" || debouncedText === "" ? [] : (found.data?.data ?? []),
    pending: text !== "" && (text !== debouncedText || found.isFetching),
    failed: text !== "" && found.isError,
    retry: () => void found.refetch(),
  };
}

function useRecords(hits: readonly SearchHit[]): Entry[] {
  const t = useTranslate();
  const { isAdmin } = usePermissions();
  return hits.flatMap((hit) => {
    const target = targetOf(hit, isAdmin);
    if (target === null) return [];
    const archivedText = hit.is_archived ? t("palette.archived") : null;
    const context = hit.context === hit.title ? null : hit.context;
    const owner = hit.owner?.name === hit.context ? null : hit.owner?.name;
    const details = [t(`palette.kind.${hit.kind}`), context, owner, archivedText].filter(Boolean);
    const detail = details.join(" · ");
    return [
      {
        id: `${hit.kind}:${hit.api_id}`,
        label: hit.title,
        detail,
        icon: KIND_ICONS[hit.kind],
        target,
      },
    ];
  });
}

function useRecent(): Entry[] {
  const currentPath = useLocation({ select: ({ pathname }) => pathname });
  return useRecentRecords(useCurrentUser().api_id)
    .filter(({ to }) => to !== currentPath)
    .slice(0, MAX_RECENT)
    .map(({ to, title }) => ({
      id: `recent:${to}`,
      label: title,
      icon: IconHistory,
      target: { to },
    }));
}

function usePages(pages: readonly PageEntry[]): Entry[] {
  const t = useTranslate();
  const account = { to: "/profile", label: "shell.account.profile", icon: IconUserCog } as const;
  return [...pages, account].map(({ to, label, icon }) => ({
    id: `page:${to}`,
    label: t(label),
    icon,
    terms: PAGE_TERMS[to],
    target: { to },
  }));
}

export function useSections(searchText: string, pages: readonly PageEntry[], openers: Openers) {
  const { hits, ...state } = useHits(searchText);
  const all: Section[] = [
    { id: "recent", entries: useRecent() },
    { id: "pages", entries: usePages(pages) },
    { id: "actions", entries: useActions(openers) },
    { id: "records", entries: useRecords(hits) },
  ];
  const sections = all.map(({ id, entries }) => ({
    id,
    entries: id === "records" ? entries : matchingEntries(entries, searchText.trim()),
  }));
  return { sections: sections.filter(({ entries }) => entries.length > 0), ...state };
}

/** Matches of the label first, then matches of other terms. */
function matchingEntries(entries: readonly Entry[], searchText: string): Entry[] {
  const matchesLabel = (entry: Entry) => matchesTerms({ label: entry.label }, searchText);
  const found = entries.filter((entry) => matchesTerms(entry, searchText));
  return [...found.filter(matchesLabel), ...found.filter((entry) => !matchesLabel(entry))];
}

/** Each word of the search text must begin a word of the label or of the terms. */
export function matchesTerms(
  { label, terms = "" }: Pick<Entry, "label" | "terms">,
  searchText: string,
) {
  const text = foldAccents(` ${label} ${terms}`).replace(/[-’'.:]/g, " ");
  return foldAccents(searchText)
    .split(/[\s\-’'.:]+/)
    .every((word) => text.includes(` ${word}`));
}
