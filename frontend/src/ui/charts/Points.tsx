// Makes a chart's points accessible by pointer and keyboard: arrows move between points, Enter opens the records.
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import classes from "./Charts.module.css";
import { type ChartData, linkTarget, pointText } from "./chartData";

type Props = {
  title: string;
  data: ChartData;
  /** The point at a position, in shares of the drawing's width and height. */
  pointAt: (across: number, down: number) => number | null;
  /** The position of a point's tooltip, in shares of the drawing. */
  tooltipPosition: (index: number) => { across: number; down: number };
  /** The column whose part of a point is at this share of the height, if it is one. */
  columnAt?: ((index: number, down: number) => number | undefined) | undefined;
  /** How many points the up and down arrows move; in a grid, one row. */
  line?: number;
  children: (active: number | null) => ReactNode;
};

function keyStep(key: string, line: number): number | null {
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

export function Points({
  title,
  data,
  pointAt,
  columnAt,
  tooltipPosition,
  line = 1,
  children,
}: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  const last = data.rows.length - 1;
  const open = (index: number | null, column?: number) => {
    const row = index === null ? undefined : data.rows[index];
    const link = row?.cellLinks?.[column ?? -1] ?? row?.link;
    if (link) void navigate(linkTarget(link));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setActive(null);
    if (event.key === "Enter") open(active);
    const step = keyStep(event.key, line);
    if (step === null) return;
    event.preventDefault();
    const next = active === null ? 0 : active + step;
    setActive(Math.max(0, Math.min(last, next)));
  };
  const row = active === null ? undefined : data.rows[active];
  const texts = row && pointText(data, row, locale, t("common.not_applicable"));
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
        aria-valuetext={texts?.join(", ") ?? t("charts.choose")}
        onKeyDown={onKeyDown}
        onFocus={() => setActive((current) => current ?? 0)}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const across = (event.clientX - box.left) / (box.width || 1);
          setActive(pointAt(across, partOf(event.clientY, box)));
        }}
        onClick={(event) => {
          const down = partOf(event.clientY, event.currentTarget.getBoundingClientRect());
          open(active, active === null ? undefined : columnAt?.(active, down));
        }}
      />
      {active !== null && texts && <Tip texts={texts} {...tooltipPosition(active)} />}
    </div>
  );
}

/** How far down a box the pointer is, as a share of its height. */
const partOf = (clientY: number, { top, height }: DOMRect) => (clientY - top) / (height || 1);

/** The text that screen readers announce; on the side of the point with enough space. */
type TipProps = { texts: readonly string[]; across: number; down: number };

function Tip({ texts: [name, ...values], across, down }: TipProps) {
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
