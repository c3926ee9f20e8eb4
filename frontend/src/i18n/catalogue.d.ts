// The build compiles each language's folder into three modules: `sign-in`, `app` and `settings`.
declare module "virtual:catalogue/*" {
  export const messages: import("@lingui/core").Messages;
}
