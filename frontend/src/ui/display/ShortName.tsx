// A project's name beside its client's: the client's name at its end is only read aloud.
import { shortName } from "../../lib/shortName";

type Props = { name: string; client: { name: string } | null | undefined };

export function ShortName({ name, client }: Props) {
  const short = client ? shortName(name, client) : name;
  if (short === name) return name;
  return (
    <>
      {short}
      <span className="regie-visually-hidden">{name.slice(short.length)}</span>
    </>
  );
}
