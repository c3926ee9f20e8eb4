// The name of a project where its client is named too.

/** A project's name without the client's at its end. */
export function shortName(name: string, client: { name: string }): string {
  const start = name.slice(0, -client.name.length);
  const rest = start.replace(/ [-–—] $/, "");
  return name.endsWith(client.name) && rest !== start ? rest : name;
}
