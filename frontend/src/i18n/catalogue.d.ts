// What the build makes of each language's folder of words: the first ones, the rest, the rare ones, and those of single screens.
declare module "virtual:catalogue/*" {
  export const messages: import("@lingui/core").Messages;
}
