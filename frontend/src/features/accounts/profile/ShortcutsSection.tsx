// Turns single-letter shortcuts on and off: they disturb users of voice control.
import { useTranslate } from "../../../i18n/translate";
import { ShortcutSwitch } from "../../../ui/account/ShortcutSwitch";
import { Section } from "../../../ui/layout/Section";

export function ShortcutsSection() {
  const t = useTranslate();
  return (
    <Section title={t("profile.shortcuts.title")}>
      <ShortcutSwitch label={t("profile.shortcuts.label")} detail={t("profile.shortcuts.detail")} />
    </Section>
  );
}
