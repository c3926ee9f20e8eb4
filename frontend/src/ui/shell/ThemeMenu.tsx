// Chooses the light, dark or system theme.
import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslate } from "../../i18n/translate";
import { ActionMenu } from "../actions/ActionMenu";

const CHOICES = [
  { scheme: "auto", label: "shell.theme.auto", icon: IconDeviceDesktop },
  { scheme: "light", label: "shell.theme.light", icon: IconSun },
  { scheme: "dark", label: "shell.theme.dark", icon: IconMoon },
] as const satisfies readonly { scheme: MantineColorScheme; label: string; icon: unknown }[];

export function ThemeMenu() {
  const t = useTranslate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = CHOICES.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <ActionMenu
      actions={CHOICES.map(({ scheme, label, icon: Icon }) => ({
        label: t(label),
        icon: <Icon size={16} aria-hidden />,
        run: () => setColorScheme(scheme),
        isSelected: scheme === colorScheme,
      }))}
      trigger={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("shell.theme.label")}
          {...props}
        >
          <Current size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
