// The palette: what is typed finds screens, actions and records; the arrows choose, Enter opens, Escape goes back.
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { Entry, PageEntry } from "./entry";
import classes from "./Palette.module.css";
import { PaletteList } from "./PaletteList";
import type { Opened } from "./useActions";
import { useSections } from "./useSections";

type Props = Opened & { pages: readonly PageEntry[]; onClose: () => void };

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Palette({ pages, onClose, ...opened }: Props) {
  const t = useTranslate();
  const list = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const { sections, pending, failed, retry } = useSections(typed, pages, opened);
  const entries = sections.flatMap((section) => section.entries);
  const active = entries.find(({ id }) => id === chosen) ?? entries[0];
  const open = useOpening(() => dialog.current?.close());
  useEffect(() => dialog.current?.showModal(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = active ? entries.indexOf(active) : -1;
      setChosen(entries.at((at + step) % entries.length)?.id ?? null);
    } else if (event.key === "Enter" && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  };
  const optionId = (entry: Entry) => `${list}-${entry.id}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as any dialogue
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
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(null);
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
          onReach={(entry) => setChosen(entry.id)}
        />
        <Outcome
          typed={typed.trim()}
          found={entries.length}
          pending={pending}
          failed={failed}
          retry={retry}
        />
      </div>
    </dialog>
  );
}

/** Goes there, or does it, once the palette is closed and the focus is where it was. */
function useOpening(close: () => void) {
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

type OutcomeProps = {
  typed: string;
  found: number;
  pending: boolean;
  failed: boolean;
  retry: () => void;
};

/** Says how the search went, to those who look and to those who listen. */
function Outcome({ typed, found, pending, failed, retry }: OutcomeProps) {
  const t = useTranslate();
  const nothing = typed !== "" && found === 0;
  const text = failed
    ? t("palette.failed")
    : pending
      ? t("palette.searching")
      : nothing
        ? t("palette.nothing", { typed })
        : t("palette.found", { count: found });
  return (
    <div className={classes.outcome}>
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
