// The build compiles each language's folder into modules, one for each group of screens.
declare module "virtual:catalogue/*" {
  export const messages: import("@lingui/core").Messages;
}
