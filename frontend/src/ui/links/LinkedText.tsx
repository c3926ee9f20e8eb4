// A translated sentence with links: `<a>…</a>` and `<b>…</b>` mark the parts that open something.
import { Fragment, type ReactNode } from "react";

const MARKED = /<(\w)>(.*?)<\/\1>/gsu;

type Wrap = (text: string) => ReactNode;

/** `parts` renders each marked part; a mark without a renderer is shown as plain text. */
export function LinkedText({
  text,
  parts,
}: {
  text: string;
  parts: Readonly<Record<string, Wrap | undefined>>;
}) {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, mark = "", inner = ""] = found;
    nodes.push(text.slice(from, found.index), parts[mark]?.(inner) ?? inner);
    from = found.index + whole.length;
  }
  nodes.push(text.slice(from));
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    <Fragment key={index}>{node}</Fragment>
  ));
}
