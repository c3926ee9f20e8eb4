// How far something that takes a while has come.
import uiClasses from "../ui.module.css";

/** `text` says the same in words, for screen readers. */
type Props = { label: string; percent: number; text: string };

export function ProgressBar({ label, percent, text }: Props) {
  return (
    <div
      role="progressbar"
      className={uiClasses.bar}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <div className={uiClasses.barFill} style={{ width: `${percent}%` }} />
    </div>
  );
}
