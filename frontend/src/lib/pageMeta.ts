// What the server or the build wrote into the page.

/** Undefined where the page has no such value, or an empty one. */
export function pageMeta(name: string): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="regie-${name}"]`);
  return meta?.content || undefined;
}
