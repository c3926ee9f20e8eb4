// The plot area of a chart with values over a row of points: scales, axes and pointer targets.
import { useElementSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useLocale } from "../../i18n/locale";
import { CategoryAxis, ValueAxis } from "./axes";
import classes from "./Charts.module.css";
import type { ChartData } from "./chartData";
import { Points } from "./Points";
import { bands, broken, linear, type Scales, ticksFor, ticksFrom } from "./scales";
import type { Unit } from "./units";

type Props = {
  title: string;
  summary: string;
  data: ChartData;
  unit: Unit;
  /** The lowest and the highest value; the scale always includes zero. */
  values: readonly number[];
  /** The value above zero at which the axis starts: what is below is left out. */
  start?: number | undefined;
  /** The names of the points fit side by side. */
  allNames?: boolean;
  /** Space on the right for the labels of the series; on narrow screens they are above. */
  labels?: number;
  height?: number;
  /** The column whose part of a point is drawn at a height. */
  columnAt?: (scales: Scales, index: number, y: number) => number | undefined;
  children: (scales: Scales, active: number | null) => ReactNode;
};

const LEFT = 56;
const TOP = 12;
const BOTTOM = 26;
/** The width before the page is measured, and in print. */
export const DEFAULT_WIDTH = 640;
const NARROW = 480;
/** The height between zero and the start of the axis. */
const BREAK = 24;

function createScales({ data, values, start, labels = 0 }: Props, width: number, height: number) {
  const right = width < NARROW ? 8 : Math.max(8, labels);
  const ticks = start === undefined ? ticksFor(values, 4) : ticksFrom(start, values, 4);
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const range = [height - BOTTOM, TOP] as const;
  const y =
    start === undefined ? linear([lowest, highest], range) : broken([start, highest], range, BREAK);
  return {
    scales: { ...bands(data.rows.length, LEFT, width - right), y, width, height, right },
    ticks,
  };
}

export function Plot(props: Props) {
  const { title, summary, data, unit, height = 220, allNames = false } = props;
  const { columnAt, children } = props;
  const locale = useLocale();
  const { ref, width: measured } = useElementSize();
  const width = measured || DEFAULT_WIDTH;
  const { scales, ticks } = createScales(props, width, height);
  const count = data.rows.length;
  const plotWidth = width - LEFT - scales.right;
  const pointAt = (across: number) => {
    const index = Math.floor(((across * width - LEFT) / plotWidth) * count);
    return index < 0 || index >= count ? null : index;
  };
  return (
    <div ref={ref} style={{ minHeight: height }}>
      <Points
        title={title}
        data={data}
        pointAt={pointAt}
        columnAt={columnAt && ((index, down) => columnAt(scales, index, down * height))}
        tooltipPosition={(index) => ({ across: scales.x(index) / width, down: TOP / height })}
      >
        {(active) => (
          <svg
            role="img"
            aria-label={`${title}. ${summary}`}
            viewBox={`0 0 ${width} ${height}`}
            className={classes.drawing}
            // Not higher while its width is not measured.
            style={{ maxHeight: height }}
          >
            <ValueAxis scales={scales} ticks={ticks} left={LEFT} unit={unit} locale={locale} />
            {active !== null && (
              <rect
                className={classes.chosen}
                x={scales.x(active) - plotWidth / count / 2}
                y={TOP}
                width={plotWidth / count}
                height={height - TOP - BOTTOM}
              />
            )}
            {children(scales, active)}
            <CategoryAxis scales={scales} rows={data.rows} bottom={BOTTOM} all={allNames} />
          </svg>
        )}
      </Points>
    </div>
  );
}
