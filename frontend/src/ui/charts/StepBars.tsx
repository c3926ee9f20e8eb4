// Bars with names and amounts: side by side where the texts fit, below each other where they do not.
import { useElementSize } from "@mantine/hooks";
import { DEFAULT_WIDTH } from "./Plot";
import { StepColumns } from "./StepColumns";
import { StepRows } from "./StepRows";
import type { StepProps } from "./steps";

/** About the width of a letter of the bars' texts, and the space between two texts. */
const LETTER_WIDTH = 7;
const GAP = 8;
/** The axis beside the bars. */
const AXIS_WIDTH = 64;

function widthOfTexts({ data, bars }: StepProps): number {
  const texts = data.rows.flatMap(({ label, short }, index) => [
    short ?? label,
    bars[index]?.text ?? "",
  ]);
  return Math.max(0, ...texts.map(({ length }) => length)) * LETTER_WIDTH + GAP;
}

export function StepBars(props: StepProps) {
  const { ref, width: measured } = useElementSize();
  const width = measured || DEFAULT_WIDTH;
  const hasColumns = width >= AXIS_WIDTH + widthOfTexts(props) * props.bars.length;
  return <div ref={ref}>{hasColumns ? <StepColumns {...props} /> : <StepRows {...props} />}</div>;
}
