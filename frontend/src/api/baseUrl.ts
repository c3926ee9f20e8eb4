// The address of the server: the page's own, unless the build names another one (docs/operations.md).
export const BASE_URL: string = (import.meta.env.VITE_REGIE_BASE_URL ?? "").replace(/\/+$/, "");

/** The URL of a path that the server sent, such as that of a picture. */
export function serverUrl(path: string): string {
  return BASE_URL + path;
}
