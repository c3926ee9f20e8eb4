// Bars below each other, each on a line with its name and its amount.
import classes from "./Charts.module.css";
import { Points } from "./Points";
import { linear } from "./scales";
import type { StepBar, StepProps } from "./steps";

const WHOLE = 100;
/** Where values above the start of a broken axis begin, in percent of the line. */
const BREAK_END = 14;

export function StepRows({ title, summary, data, bars, start, level }: StepProps) {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const values = [0, ...ends, ...(level ? [level.value] : [])];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const across =
    start === undefined
      ? linear([lowest, highest || 1], [0, WHOLE])
      : linear([start, highest], [BREAK_END, WHOLE]);
  const x = (value: number) => (start !== undefined && value <= 0 ? 0 : across(value));
  const count = bars.length;
  return (
    <>
      <Points
        title={title}
        data={data}
        pointAt={(_, down) => Math.min(count - 1, Math.floor(down * count))}
        tooltipPosition={(index) => ({ across: 0.3, down: (index + 1) / count })}
      >
        {(active) => (
          <div role="img" aria-label={`${title}. ${summary}`} className={classes.stepRows}>
            {bars.map((bar, index) => (
              <div
                key={bar.key}
                className={classes.stepRow}
                data-active={active === index || undefined}
              >
                <span className={classes.stepName}>{data.rows[index]?.label}</span>
                <Track bar={bar} x={x} isBroken={start !== undefined} level={level?.value} />
                <span className={classes.stepAmount} data-tone={bar.tone}>
                  {bar.text}
                </span>
              </div>
            ))}
          </div>
        )}
      </Points>
      {level && <p className={classes.source}>{level.text}</p>}
    </>
  );
}

type TrackProps = {
  bar: StepBar;
  x: (value: number) => number;
  isBroken: boolean;
  level: number | undefined;
};

function Track({ bar, x, isBroken, level }: TrackProps) {
  const [left, right] = [x(Math.min(bar.from, bar.to)), x(Math.max(bar.from, bar.to))];
  return (
    <span className={classes.stepTrack}>
      <span
        className={classes.stepBar}
        data-tone={bar.tone}
        {...(typeof bar.tone === "number" ? { "data-step": bar.tone } : {})}
        style={{ insetInlineStart: `${left}%`, width: `${right - left}%` }}
      />
      {isBroken && bar.from === 0 && <span className={classes.stepBreak} />}
      {level !== undefined && (
        <span className={classes.stepLevel} style={{ insetInlineStart: `${x(level)}%` }} />
      )}
    </span>
  );
}
