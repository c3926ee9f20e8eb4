// A value of an enumeration with icon, text and color, so that color alone never carries the meaning.
import { IconPointFilled, type TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "./Badge";

type ValueStyle = readonly [Tone, TablerIcon];
export type EnumStyles<Value extends string> = Readonly<Record<Value, ValueStyle>>;

/** The style of a value that only a newer server knows. */
const UNKNOWN: ValueStyle = ["neutral", IconPointFilled];

type Props<Value extends string> = {
  styles: EnumStyles<Value>;
  value: NoInfer<Value>;
  children: ReactNode;
};

export function EnumBadge<Value extends string>({ styles, value, children }: Props<Value>) {
  const stylesByValue: Partial<EnumStyles<string>> = styles;
  const [tone, Icon] = stylesByValue[value] ?? UNKNOWN;
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {children}
    </Badge>
  );
}
