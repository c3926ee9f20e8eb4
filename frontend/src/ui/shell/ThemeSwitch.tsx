// Switches between light and dark on the sign-in screens; the header has the full choice afterwards.
import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";

const ICON_PATHS = {
  light:
    "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7",
  dark: "M12 3.5a8.5 8.5 0 1 0 8.5 8.5 6.5 6.5 0 0 1-8.5-8.5z",
};

function systemScheme(): "light" | "dark" {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function ThemeSwitch() {
  const t = useTranslate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = colorScheme === "auto" ? systemScheme() : colorScheme;
  const other = current === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(`login.theme.${other}`)}
      onClick={() => setColorScheme(other)}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={ICON_PATHS[other]} />
      </svg>
    </ActionIcon>
  );
}
