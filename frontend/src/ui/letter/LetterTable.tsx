// A table of a letter to a client, in the letter's words; on a phone, each row is a card with the heads as labels.
import classes from "./LetterTable.module.css";

type Props = {
  table: {
    title: string;
    heads: readonly string[];
    /** How many columns, from the first, hold text; the others hold figures. */
    texts: number;
    rows: readonly (readonly string[])[];
    total: string;
    total_label: string;
  };
  /** The level of the heading below the letter's title. */
  heading: "h2" | "h3";
};

export function LetterTable({ table, heading: Heading }: Props) {
  const { title, heads, texts, rows, total, total_label } = table;
  const end = (index: number) => (index >= texts ? "end" : undefined);
  return (
    <>
      <Heading className={classes.heading}>{title}</Heading>
      <table className={classes.table} aria-label={title} data-wide={heads.length > 2 || undefined}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" data-align={end(index)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their places, and may repeat
            <tr key={place}>
              {heads.map((head, index) => (
                <td key={head} data-align={end(index)} data-label={head}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={heads.length - 1}>
                {total_label}
              </th>
              <td data-align="end">{total}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </>
  );
}
