// Starts the application in the browser: first the language, then the routes.
import "./styles";
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "../api/queries";
import { detectLocale, onLocaleChange, pathLocale, withoutPathLocale } from "../i18n/locale";
import { activateLocale, chooseLocale, loadMessages } from "../i18n/translate";
import { App } from "./App";
import { syncLocaleToUrl } from "./localeRouting";
import { printInLightScheme } from "./printing";
import { createAppRouter } from "./router";
import { exposeStyleNonce } from "./styleNonce";
import { watchVersions } from "./versions";

async function startLocale(): Promise<void> {
  const { pathname } = window.location;
  const { languages } = navigator;
  const locale = detectLocale({ pathname, cookies: document.cookie, languages });
  await (pathLocale(pathname) ? chooseLocale(locale) : activateLocale(locale));
  // Most visitors are signed in: request their messages while the session loads.
  if (!withoutPathLocale(pathname).startsWith("/auth/")) void loadMessages("app");
}

/** Some responses contain text of the server, which must follow the language. */
function refetchInNewLanguage(queryClient: QueryClient): void {
  onLocaleChange(() => void queryClient.invalidateQueries({ queryKey: ["api"] }));
}

async function start(root: HTMLElement): Promise<void> {
  exposeStyleNonce();
  await startLocale();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  syncLocaleToUrl(router);
  refetchInNewLanguage(queryClient);
  watchVersions(router);
  printInLightScheme();
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);
