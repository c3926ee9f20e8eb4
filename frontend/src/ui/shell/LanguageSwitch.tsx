// Switches to the other language, shown by its own name.
import { Button } from "@mantine/core";
import { LOCALE_NAMES, LOCALES, useLocale } from "../../i18n/locale";
import { intlTag } from "../../lib/numbers";
import { useLocaleSwitch } from "../../session/useLocaleSwitch";

/** An inline icon: the sign-in screen should not load the icon set for one. */
function GlobeIcon() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" />
      <path d="M3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18" />
    </svg>
  );
}

export function LanguageSwitch() {
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const other = LOCALES.find((candidate) => candidate !== locale) ?? locale;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      lang={intlTag(other)}
      leftSection={<GlobeIcon />}
      onClick={() => switchLocale(other)}
    >
      {LOCALE_NAMES[other]}
    </Button>
  );
}
