// What the palette shows for what is typed: screens and actions by their names in either language, records as the server finds them.
import { useDebouncedValue } from "@mantine/hooks";
import { IconHistory, IconUserCog } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { api } from "../../../api/client";
import type { SearchHit } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { foldAccents } from "../../../lib/text";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import type { Entry, PageEntry, Section } from "./entry";
import { KIND_ICONS, targetOf } from "./records";
import { PAGE_TERMS } from "./searchTerms";
import { type Opened, useActions } from "./useActions";
import { visitsOf } from "./visits";

const SEARCH_DELAY_MS = 150;
const EACH_KIND = 4;
const MAX_RECENT = 5;
const MAX_TEXT_LENGTH = 200;

/** The answer to what was asked last; what was found before stays until it comes. */
function useHits(typed: string) {
  const text = typed.trim().slice(0, MAX_TEXT_LENGTH);
  const [asked] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const query = { q: asked, limit: EACH_KIND };
  const found = useQuery({
    queryKey: ["api", "/search", query],
    // The palette itself says that it failed.
    queryFn: ({ signal }) => api.get("/search", { query, signal, expect: "any" }),
    placeholderData: keepPreviousData,
    enabled: asked !== "",
  });
  return {
    hits: text === "" || asked === "" ? [] : (found.data?.data ?? []),
    pending: text !== "" && (text !== asked || found.isFetching),
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
    const away = hit.is_archived ? t("palette.archived") : null;
    const context = hit.context === hit.title ? null : hit.context;
    const owner = hit.owner?.name === hit.context ? null : hit.owner?.name;
    const facts = [t(`palette.kind.${hit.kind}`), context, owner, away].filter(Boolean);
    const detail = facts.join(" · ");
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
  const here = useLocation({ select: ({ pathname }) => pathname });
  return visitsOf(useCurrentUser().api_id)
    .filter(({ to }) => to !== here)
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
    words: PAGE_TERMS[to],
    target: { to },
  }));
}

export function useSections(typed: string, pages: readonly PageEntry[], opened: Opened) {
  const { hits, ...asking } = useHits(typed);
  const all: Section[] = [
    { id: "recent", entries: useRecent() },
    { id: "pages", entries: usePages(pages) },
    { id: "actions", entries: useActions(opened) },
    { id: "records", entries: useRecords(hits) },
  ];
  const sections = all.map(({ id, entries }) => ({
    id,
    entries: id === "records" ? entries : matching(entries, typed.trim()),
  }));
  return { sections: sections.filter(({ entries }) => entries.length > 0), ...asking };
}

/** The named first, then those that are called so too. */
function matching(entries: readonly Entry[], typed: string): Entry[] {
  const named = (entry: Entry) => matchesTerms({ label: entry.label }, typed);
  const found = entries.filter((entry) => matchesTerms(entry, typed));
  return [...found.filter(named), ...found.filter((entry) => !named(entry))];
}

/** Every typed word begins a word of the name, or of what else it is called. */
export function matchesTerms({ label, words = "" }: Pick<Entry, "label" | "words">, typed: string) {
  const text = foldAccents(` ${label} ${words}`).replace(/[-’'.:]/g, " ");
  return foldAccents(typed)
    .split(/[\s\-’'.:]+/)
    .every((word) => text.includes(` ${word}`));
}
