// A chart's points by pointer and by keyboard: arrows go from one to the next, Enter opens what it is made of.
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import classes from "./Charts.module.css";
import { type ChartData, linkTarget, pointText } from "./chartData";

type Props = {
  title: string;
  data: ChartData;
  /** Which point is under a place, as shares of the drawing's width and height. */
  pointAt: (across: number, down: number) => number | null;
  /** Where a point's words stand, as shares of the drawing. */
  placeOf: (index: number) => { across: number; down: number };
  /** How far up and down arrows go; in a grid, a line. */
  line?: number;
  children: (active: number | null) => ReactNode;
};

function stepOf(key: string, line: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -line,
    ArrowDown: line,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? null;
}

export function Points({ title, data, pointAt, placeOf, line = 1, children }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  const last = data.rows.length - 1;
  const open = (index: number | null) => {
    const link = index === null ? undefined : data.rows[index]?.link;
    if (link) void navigate({ ...linkTarget(link), search: link.search as never });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setActive(null);
    if (event.key === "Enter") open(active);
    const step = stepOf(event.key, line);
    if (step === null) return;
    event.preventDefault();
    const next = active === null ? 0 : active + step;
    setActive(Math.max(0, Math.min(last, next)));
  };
  const row = active === null ? undefined : data.rows[active];
  const words = row && pointText(data, row, locale, t("charts.none"));
  return (
    <div className={classes.points}>
      {children(active)}
      <div
        role="slider"
        tabIndex={0}
        className={classes.reach}
        data-opens={row?.link ? true : undefined}
        aria-label={t("charts.points", { title })}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={words?.join(", ") ?? t("charts.choose")}
        onKeyDown={onKeyDown}
        onFocus={() => setActive((now) => now ?? 0)}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const across = (event.clientX - box.left) / (box.width || 1);
          setActive(pointAt(across, (event.clientY - box.top) / (box.height || 1)));
        }}
        onClick={() => open(active)}
      />
      {active !== null && words && <Tip words={words} {...placeOf(active)} />}
    </div>
  );
}

/** The same words as a screen reader's; on whichever side of the point there is room. */
type TipProps = { words: readonly string[]; across: number; down: number };

function Tip({ words: [name, ...values], across, down }: TipProps) {
  const side = across > 0.5 ? { right: `${(1 - across) * 100}%` } : { left: `${across * 100}%` };
  return (
    <div className={classes.tip} aria-hidden style={{ ...side, top: `${down * 100}%` }}>
      <strong>{name}</strong>
      {values.map((value) => (
        <div key={value}>{value}</div>
      ))}
    </div>
  );
}
