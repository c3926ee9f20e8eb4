// The settings that the user can read but not edit, by section.
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

const readOnlyFields = [
  ...settingsFields.filter((field) => !ratesFields.includes(field)),
  ...projectSettingsFields,
];

/** Groups the fields by section; a field without one belongs to the section of the previous field. */
function groupBySection(): [FieldDescription["section"], FieldDescription[]][] {
  const groups = new Map<FieldDescription["section"], FieldDescription[]>();
  let section: FieldDescription["section"];
  for (const field of readOnlyFields) {
    section = field.section ?? section;
    groups.set(section, [...(groups.get(section) ?? []), field]);
  }
  return [...groups];
}

export function OtherSettings() {
  const t = useTranslate();
  const formatField = useFieldText();
  const { currency } = useCurrentUser();
  const { data: settings } = useQuery(settingsQuery);
  if (settings === undefined) return null;
  const values = valuesFromRecord(readOnlyFields, settings);
  const displayValue = (field: FieldDescription) => {
    const value = values[field.name] ?? emptyValue(field);
    if (value === "" || value === null || (Array.isArray(value) && value.length === 0)) return null;
    if (field.kind !== "file") return formatField(field, value, currency);
    const { logo } = settings;
    if (logo === null) return null;
    return <img className={classes.logo} src={serverUrl(logo)} alt={t("organization.logo.alt")} />;
  };
  return (
    <section aria-labelledby="other-settings" className={classes.section}>
      <h2 id="other-settings" className={uiClasses.heading}>
        {t("organization.others")}
      </h2>
      <Text size="sm" c="dimmed">
        {t("organization.others_detail")}
      </Text>
      {groupBySection().map(([title, fields]) => (
        <section key={title} aria-label={title && t(title)} className={uiClasses.card}>
          {title && <h3 className={uiClasses.cardTitle}>{t(title)}</h3>}
          <Facts
            wide
            facts={fields.map((field) => ({ label: t(field.label), value: displayValue(field) }))}
          />
        </section>
      ))}
    </section>
  );
}
