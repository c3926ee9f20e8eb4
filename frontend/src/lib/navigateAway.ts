// Leaves the application for another address; on its own, so that tests can stay.
export function navigateAway(address: string): void {
  window.location.assign(address);
}
