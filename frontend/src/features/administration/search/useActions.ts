// What may be done from anywhere: each action only for those whom the server would not refuse.
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

export type Opened = { onGive: () => void; onSheet: () => void };

/** What is created on a page of its own, or in a dialogue that the address opens. */
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

export function useActions({ onGive, onSheet }: Opened): Entry[] {
  const t = useTranslate();
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useSignOut();
  const synchronising = useSynchronizeAll();
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  const named = (
    name: ActionName,
    icon: TablerIcon,
    label = t(`palette.action.${name}` as MessageKey),
  ) => ({
    id: `action:${name}`,
    label,
    icon,
    words: ACTION_TERMS[name],
  });
  const deed = (name: ActionName, offered: boolean, icon: TablerIcon, run: () => void): Entry[] =>
    offered ? [{ ...named(name, icon), run }] : [];
  const created = useCreations().flatMap(([name, offered, target, icon]): Entry[] =>
    offered ? [{ ...named(name, icon), target }] : [],
  );
  const switching = t("palette.action.language", { language: LOCALE_NAMES[other] });
  return [
    // Thanks are one's own words: nobody gives in somebody else's place.
    ...deed("give", can("awards.give") && impersonator === undefined, IconAward, onGive),
    ...created,
    ...deed("synchronise", synchronising.offered, IconRefresh, synchronising.run),
    { ...named("language", IconRefresh, switching), run: () => switchLocale(other) },
    ...deed("light", colorScheme !== "light", IconSun, () => setColorScheme("light")),
    ...deed("dark", colorScheme !== "dark", IconMoon, () => setColorScheme("dark")),
    ...deed("system", colorScheme !== "auto", IconDeviceDesktop, () => setColorScheme("auto")),
    ...deed("shortcuts", true, IconHelp, onSheet),
    ...deed("api_docs", true, IconApi, openApiDocs),
    ...deed("sign_out", true, IconLogout, () => leaving.mutate()),
  ];
}
