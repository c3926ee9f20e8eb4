// The entries of the palette by section; pages and records are links, so that a middle click opens a tab.
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { Entry, Section } from "./entry";
import classes from "./Palette.module.css";

type Props = {
  id: string;
  sections: readonly Section[];
  active: Entry | undefined;
  busy: boolean;
  optionId: (entry: Entry) => string;
  onOpen: (entry: Entry) => void;
  onHighlight: (entry: Entry) => void;
};

export function PaletteList({ id, sections, busy, ...shared }: Props) {
  const t = useTranslate();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("palette.results")}
      aria-busy={busy}
      className={classes.list}
    >
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
        <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`}>
          <div id={`${id}-${section.id}`} className={classes.heading}>
            {t(`palette.section.${section.id}`)}
          </div>
          {section.entries.map((entry) => (
            <Option key={entry.id} entry={entry} {...shared} />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Omit<Props, "id" | "sections" | "busy"> & { entry: Entry };

function Option({ entry, active, optionId, onOpen, onHighlight }: OptionProps) {
  const router = useRouter();
  const option = useRef<HTMLAnchorElement & HTMLDivElement>(null);
  const selected = entry === active || entry.id === active?.id;
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const { icon: Icon, label, detail } = entry;
  const href =
    "target" in entry ? router.buildLocation(entry.target as never).publicHref : undefined;
  // The focus remains in the search field, which handles the keyboard.
  const Element = href === undefined ? "div" : "a";
  const onClick = (event: MouseEvent) => {
    if (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    onOpen(entry);
  };
  return (
    <Element
      ref={option}
      id={optionId(entry)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={classes.option}
      {...(href && { href })}
      onClick={onClick}
      onMouseMove={() => selected || onHighlight(entry)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </Element>
  );
}
