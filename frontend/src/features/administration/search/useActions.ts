// The palette's actions that the user may run.
import { useMantineColorScheme } from "@mantine/core";
import {
  IconApi,
  IconDeviceDesktop,
  IconHelp,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import type { MessageKey } from "../../../i18n/keys";
import { LOCALE_NAMES, LOCALES, useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useLocaleSwitch } from "../../../session/useLocaleSwitch";
import { useSignOut } from "../../../ui/account/useSignOut";
import { API_DOCS } from "../../../ui/links/apiDocs";
import { type DialogOpeners, useCreations } from "./creations";
import type { Entry } from "./entry";
import { useListActions } from "./listActions";
import { ACTION_TERMS, type ActionName } from "./searchTerms";
import { useSynchronizeAll } from "./useSynchronizeAll";

const openApiDocs = () => void window.open(API_DOCS, "_blank", "noopener");

export type Openers = DialogOpeners & { onSheet: () => void };

export function useActions({ onSheet, ...openers }: Openers): Entry[] {
  const t = useTranslate();
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const synchronization = useSynchronizeAll();
  const otherLocale = LOCALES.find((candidate) => candidate !== locale) ?? locale;
  const entryBase = (
    name: ActionName,
    icon: TablerIcon,
    label = t(`palette.action.${name}` as MessageKey),
  ) => ({
    id: `action:${name}`,
    label,
    icon,
    terms: ACTION_TERMS[name],
  });
  const actionEntry = (
    name: ActionName,
    isAllowed: boolean,
    icon: TablerIcon,
    run: () => void,
  ): Entry[] => (isAllowed ? [{ ...entryBase(name, icon), run }] : []);
  const createEntries = useCreations(openers).map(({ name, icon, ...action }): Entry => {
    const { isRare: _, ...opened } = action;
    return { ...entryBase(name, icon), ...opened };
  });
  const shortcutEntries = useListActions().map(
    ({ name, icon, target }): Entry => ({ ...entryBase(name, icon), target }),
  );
  const languageLabel = t("palette.action.language", { language: LOCALE_NAMES[otherLocale] });
  return [
    ...createEntries,
    ...shortcutEntries,
    ...actionEntry("synchronise", synchronization.isAllowed, IconRefresh, synchronization.run),
    {
      ...entryBase("language", IconLanguage, languageLabel),
      run: () => switchLocale(otherLocale),
    },
    ...actionEntry("light", colorScheme !== "light", IconSun, () => setColorScheme("light")),
    ...actionEntry("dark", colorScheme !== "dark", IconMoon, () => setColorScheme("dark")),
    ...actionEntry("system", colorScheme !== "auto", IconDeviceDesktop, () =>
      setColorScheme("auto"),
    ),
    ...actionEntry("shortcuts", true, IconHelp, onSheet),
    ...actionEntry("api_docs", true, IconApi, openApiDocs),
    ...actionEntry("sign_out", true, IconLogout, () => signOut.mutate()),
  ];
}
