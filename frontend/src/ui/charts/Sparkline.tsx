// A small line without axes; its text alternative gives the first and the last value.
import { LinePath } from "@visx/shape";
import classes from "./Sparkline.module.css";
import { linear } from "./scales";

const [WIDTH, HEIGHT, EDGE] = [96, 24, 3];

/** `values` are decimal strings, the oldest first, without unknown ones. */
export function Sparkline({
  label,
  values,
}: {
  label: string;
  values: readonly (string | null)[];
}) {
  const points = values.flatMap((value, index) =>
    value === null ? [] : { index, value: Number(value) },
  );
  const last = points.at(-1);
  if (points.length < 2 || last === undefined) return null;
  const known = points.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const x = linear([0, values.length - 1], [EDGE, WIDTH - EDGE]);
  const y = linear([lowest, highest === lowest ? lowest + 1 : highest], [HEIGHT - EDGE, EDGE]);
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <LinePath
        data={points}
        x={({ index }) => x(index)}
        y={({ value }) => y(value)}
        fill="none"
        strokeWidth={1.5}
      />
      <circle cx={x(last.index)} cy={y(last.value)} r={2.5} />
    </svg>
  );
}
