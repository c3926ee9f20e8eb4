// The settings that are somebody else's to change: read here, in their groups.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { serverUrl } from "../../../api/baseUrl";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { Facts } from "../../../ui/details/Facts";
import { emptyValue, type FieldDescription } from "../../../ui/form/fields";
import { useFieldText } from "../../../ui/form/fieldText";
import { valuesFromRecord } from "../../../ui/form/payload";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Organization.module.css";
import { projectSettingsFields } from "./projectSettingsFields";
import { ratesFields, settingsFields } from "./settingsFields";
import { settingsQuery } from "./settingsQuery";

const others = [
  ...settingsFields.filter((field) => !ratesFields.includes(field)),
  ...projectSettingsFields,
];

/** Each with the title of the group that it stands in. */
function grouped(): [FieldDescription["section"], FieldDescription[]][] {
  const groups = new Map<FieldDescription["section"], FieldDescription[]>();
  let section: FieldDescription["section"];
  for (const field of others) {
    section = field.section ?? section;
    groups.set(section, [...(groups.get(section) ?? []), field]);
  }
  return [...groups];
}

export function OtherSettings() {
  const t = useTranslate();
  const wordsOf = useFieldText();
  const { currency } = useCurrentUser();
  const { data: settings } = useQuery(settingsQuery);
  if (settings === undefined) return null;
  const values = valuesFromRecord(others, settings);
  const shown = (field: FieldDescription) => {
    const value = values[field.name] ?? emptyValue(field);
    if (value === "" || value === null || (Array.isArray(value) && value.length === 0)) return null;
    if (field.kind !== "file") return wordsOf(field, value, currency);
    const { logo } = settings;
    if (logo === null) return null;
    return <img className={classes.logo} src={serverUrl(logo)} alt={t("organization.logo.alt")} />;
  };
  return (
    <section aria-labelledby="other-settings" className={classes.others}>
      <h2 id="other-settings" className={uiClasses.heading}>
        {t("organization.others")}
      </h2>
      <Text size="sm" c="dimmed">
        {t("organization.others_detail")}
      </Text>
      {grouped().map(([title, fields]) => (
        <section key={title} aria-label={title && t(title)} className={uiClasses.card}>
          {title && <h3 className={uiClasses.cardTitle}>{t(title)}</h3>}
          <Facts
            wide
            facts={fields.map((field) => ({ label: t(field.label), value: shown(field) }))}
          />
        </section>
      ))}
    </section>
  );
}
