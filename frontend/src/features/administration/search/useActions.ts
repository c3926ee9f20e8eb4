// The palette's actions that the user may run.
import { useMantineColorScheme } from "@mantine/core";
import {
  IconApi,
  IconAward,
  IconCirclePlus,
  IconDeviceDesktop,
  IconHeart,
  IconHelp,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconSun,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import type { MessageKey } from "../../../i18n/keys";
import { LOCALE_NAMES, LOCALES, useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { useLocaleSwitch } from "../../../session/useLocaleSwitch";
import { useSignOut } from "../../../ui/account/useSignOut";
import { API_DOCS } from "../../../ui/links/apiDocs";
import type { Entry, Target } from "./entry";
import { ACTION_TERMS, type ActionName } from "./searchTerms";
import { useSynchronizeAll } from "./useSynchronizeAll";

const openApiDocs = () => void window.open(API_DOCS, "_blank", "noopener");

export type DialogOpeners = { onGive: () => void; onSheet: () => void };

/** Records that are created on their own page, or in a dialog that the address opens. */
function useCreations(): [ActionName, boolean, Target, TablerIcon][] {
  const { can, isAdmin } = usePermissions();
  const area = isAdmin ? "/admin" : "";
  return [
    ["client", can("clients.create"), { to: "/clients", search: { edit: "new" } }, IconPlus],
    ["project", can("projects.create"), { to: "/projects/create" }, IconPlus],
    [
      "sell_extra",
      can("projects.create"),
      { to: "/projects/create", search: { kind: "oos" } },
      IconCirclePlus,
    ],
    ["goal", can("goals.edit"), { to: "/goals", search: { edit: "new" } }, IconPlus],
    ["employee", isAdmin && can("employees.create"), { to: `${area}/employees/create` }, IconPlus],
    ["team", isAdmin && can("teams.edit"), { to: `${area}/teams/create` }, IconPlus],
    ["user", isAdmin && can("users.create"), { to: `${area}/users/create` }, IconUsers],
    [
      "core_value",
      isAdmin && can("core_values.edit"),
      { to: `${area}/core-values/create` },
      IconHeart,
    ],
  ];
}

export function useActions({ onGive, onSheet }: DialogOpeners): Entry[] {
  const t = useTranslate();
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
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
  const createEntries = useCreations().flatMap(([name, isAllowed, target, icon]): Entry[] =>
    isAllowed ? [{ ...entryBase(name, icon), target }] : [],
  );
  const languageLabel = t("palette.action.language", { language: LOCALE_NAMES[otherLocale] });
  return [
    // Recognition is personal: it is not available during impersonation.
    ...actionEntry("give", can("awards.give") && impersonator === undefined, IconAward, onGive),
    ...createEntries,
    ...actionEntry("synchronise", synchronization.isAllowed, IconRefresh, synchronization.run),
    {
      ...entryBase("language", IconRefresh, languageLabel),
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
