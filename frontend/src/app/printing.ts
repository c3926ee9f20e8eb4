// Paper is white: while a page is printed it is light, whatever the reader has chosen for the screen.
export function printLight(): void {
  const { dataset } = document.documentElement;
  let chosen: string | undefined;
  window.matchMedia("print").onchange = ({ matches }) => {
    if (matches) chosen = dataset.mantineColorScheme;
    dataset.mantineColorScheme = matches ? "light" : chosen;
  };
}
