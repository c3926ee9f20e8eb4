// The account menu: profile, language, theme, documentation and sign-out; it is open when it first renders.
import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconApi,
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCog,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { LOCALE_NAMES, LOCALES, useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { useLocaleSwitch } from "../../session/useLocaleSwitch";
import { useSignOut } from "../account/useSignOut";
import { ActionMenuPanel } from "../actions/ActionMenuPanel";
import type { MenuAction, MenuTriggerProps } from "../actions/menuAction";
import { Avatar } from "../display/Avatar";
import { API_DOCS } from "../links/apiDocs";
import classes from "./DefaultLayout.module.css";

const THEMES = [
  { scheme: "auto", label: "shell.theme.auto", icon: IconDeviceDesktop },
  { scheme: "light", label: "shell.theme.light", icon: IconSun },
  { scheme: "dark", label: "shell.theme.dark", icon: IconMoon },
] as const satisfies readonly { scheme: MantineColorScheme; label: string; icon: unknown }[];

/** The other languages by their own names, and the themes. */
function useAppearanceActions(): MenuAction[] {
  const t = useTranslate();
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [
    ...LOCALES.filter((other) => other !== locale).map((other) => ({
      label: LOCALE_NAMES[other],
      icon: <IconLanguage size={16} aria-hidden />,
      run: () => switchLocale(other),
    })),
    ...THEMES.map(({ scheme, label, icon: Icon }) => ({
      label: t(label),
      icon: <Icon size={16} aria-hidden />,
      run: () => setColorScheme(scheme),
      isSelected: scheme === colorScheme,
    })),
  ];
}

type Props = { trigger: (props: MenuTriggerProps) => ReactElement };

export function UserMenuPanel({ trigger }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const router = useRouter();
  const signingOut = useSignOut();
  const appearance = useAppearanceActions();
  const accountItem = {
    label: t("shell.account.profile"),
    icon: <IconUserCog size={16} aria-hidden />,
    run: () => void router.navigate({ to: "/profile" }),
  };
  const apiDocsItem = {
    label: t("shell.account.api_docs"),
    icon: <IconApi size={16} aria-hidden />,
    href: API_DOCS,
  };
  const signOutItem = {
    label: t("shell.account.sign_out"),
    icon: <IconLogout size={16} aria-hidden />,
    run: () => signingOut.mutate(),
    disabled: signingOut.isPending,
  };
  return (
    <ActionMenuPanel
      actions={[accountItem, ...appearance, apiDocsItem, signOutItem]}
      heading={
        <span className={classes.account}>
          <Avatar name={user.name} picture={user.avatar} size={36} />
          <span>
            {user.name}
            <br />
            {user.email}
          </span>
        </span>
      }
      trigger={trigger}
    />
  );
}
