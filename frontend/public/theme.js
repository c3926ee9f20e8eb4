// Sets the colour scheme before the first paint, so that a dark page never flashes white.
// A file of its own because the content security policy allows no inline script.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("regie-color-scheme") || "auto";
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme = chosen === "light" || chosen === "dark" ? chosen : dark ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
})();
