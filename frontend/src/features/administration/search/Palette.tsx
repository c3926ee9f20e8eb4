// The search palette: finds pages, actions and records by text. Arrow keys select, Enter opens, Escape closes.
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { DialogOpeners } from "./creations";
import type { Entry, PageEntry } from "./entry";
import classes from "./Palette.module.css";
import { PaletteList } from "./PaletteList";
import { useSections } from "./useSections";

type Props = DialogOpeners & {
  pages: readonly PageEntry[];
  onClose: () => void;
  onSheet: () => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Palette({ pages, onClose, ...dialogOpeners }: Props) {
  const t = useTranslate();
  const list = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [searchText, setSearchText] = useState("");
  const [activeId, setActiveId] = useState<string | null>(null);
  const { sections, pending, failed, retry } = useSections(searchText, pages, dialogOpeners);
  const entries = sections.flatMap((section) => section.entries);
  const active = entries.find(({ id }) => id === activeId) ?? entries[0];
  const open = useOpenEntry(() => dialog.current?.close());
  useEffect(() => dialog.current?.showModal(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = active ? entries.indexOf(active) : -1;
      setActiveId(entries.at((at + step) % entries.length)?.id ?? null);
    } else if (event.key === "Enter" && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  };
  const optionId = (entry: Entry) => `${list}-${entry.id}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={t("palette.title")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={classes.box}>
        <input
          className={classes.input}
          role="combobox"
          aria-label={t("palette.title")}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder={t("ui.search_everything")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={searchText}
          onChange={(event) => {
            setSearchText(event.currentTarget.value);
            setActiveId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <PaletteList
          id={list}
          sections={sections}
          active={active}
          busy={pending}
          optionId={optionId}
          onOpen={open}
          onHighlight={(entry) => setActiveId(entry.id)}
        />
        <SearchStatus
          searchText={searchText.trim()}
          found={entries.length}
          pending={pending}
          failed={failed}
          retry={retry}
        />
      </div>
    </dialog>
  );
}

/** Closes the palette, which restores the focus, then opens or runs the entry. */
function useOpenEntry(close: () => void) {
  const router = useRouter();
  return (entry: Entry, inNewTab = false) => {
    if ("target" in entry && inNewTab) {
      window.open(router.buildLocation(entry.target as never).publicHref, "_blank", "noopener");
      return;
    }
    close();
    if ("run" in entry) entry.run();
    else void router.navigate(entry.target as never);
  };
}

type SearchStatusProps = {
  searchText: string;
  found: number;
  pending: boolean;
  failed: boolean;
  retry: () => void;
};

/** The state of the search, also announced to screen readers. */
function SearchStatus({ searchText, found, pending, failed, retry }: SearchStatusProps) {
  const t = useTranslate();
  const isEmpty = searchText !== "" && found === 0;
  const text = failed
    ? t("palette.failed")
    : pending
      ? t("palette.searching")
      : isEmpty
        ? t("palette.nothing", { typed: searchText })
        : t("palette.found", { count: found });
  return (
    <div className={classes.status}>
      <span role="status">{text}</span>
      {failed ? (
        <button type="button" className={classes.retry} onClick={retry}>
          {t("common.retry")}
        </button>
      ) : (
        <span className={classes.hint}>{t("palette.hint")}</span>
      )}
    </div>
  );
}
