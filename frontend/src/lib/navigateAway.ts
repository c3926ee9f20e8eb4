// Leaves the application for another URL. It is a module of its own, so that tests can replace it.
export function navigateAway(url: string): void {
  window.location.assign(url);
}
