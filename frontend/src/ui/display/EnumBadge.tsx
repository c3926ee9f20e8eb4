// A value of an enumeration as icon, word and colour together, so that none of them carries it alone.
import { IconPointFilled, type TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "./Badge";

type Look = readonly [Tone, TablerIcon];
export type EnumStyles<Value extends string> = Readonly<Record<Value, Look>>;

/** How a value looks that only a newer server knows. */
const UNKNOWN: Look = ["neutral", IconPointFilled];

type Props<Value extends string> = {
  looks: EnumStyles<Value>;
  value: NoInfer<Value>;
  children: ReactNode;
};

export function EnumBadge<Value extends string>({ looks, value, children }: Props<Value>) {
  const known: Partial<EnumStyles<string>> = looks;
  const [tone, Mark] = known[value] ?? UNKNOWN;
  return (
    <Badge tone={tone} icon={<Mark size={14} aria-hidden />}>
      {children}
    </Badge>
  );
}
