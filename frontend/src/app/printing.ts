// Prints in the light color scheme, whatever the user has chosen for the screen.
export function printInLightScheme(): void {
  const { dataset } = document.documentElement;
  let screenScheme: string | undefined;
  window.matchMedia("print").onchange = ({ matches }) => {
    if (matches) screenScheme = dataset.mantineColorScheme;
    dataset.mantineColorScheme = matches ? "light" : screenScheme;
  };
}
