// The name of a project where its client is named too.

/** A project's name without the client's at its end. */
export function shortName(name: string, client: { name: string }): string {
  const rest = [" – ", " - ", " — "]
    .map((dash) => dash + client.name)
    .find((end) => name.endsWith(end));
  return rest === undefined ? name : name.slice(0, -rest.length);
}
