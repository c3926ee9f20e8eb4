// The place of the dashboard's figures of churn while they load.

/** Four figures with one line of notes. */
const HEIGHT = 204;

export function PendingChurnFigures() {
  return <div aria-busy="true" style={{ height: HEIGHT }} />;
}
