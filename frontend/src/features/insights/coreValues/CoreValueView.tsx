// One core value in both languages, with its recognition.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemQuery } from "../../../api/queries";
import type { CoreValue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Facts } from "../../../ui/details/Facts";
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import { ValueBadge, valueName } from "../../../ui/display/ValueBadge";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";
import { CoreValueActions } from "./CoreValueActions";
import { ValueState } from "./coreValueCells";

type Props = {
  id: string;
  /** The recognition for the value, from the route: nouns do not import each other. */
  awards: ReactNode;
  /** Renders the button to give the value, from the route. */
  renderGiveButton: (value: CoreValue) => ReactNode;
};

export function CoreValueView({ id, awards, renderGiveButton }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { data: value } = useQuery(itemQuery("/core-values/{id}", id));
  if (value === undefined) return <DetailSkeleton />;
  return (
    <>
      <PageTitle
        badge={<ValueState value={value} />}
        actions={
          <>
            {value.is_active && renderGiveButton(value)}
            <CoreValueActions value={value} />
          </>
        }
      >
        {valueName(value, locale)}
      </PageTitle>
      <DetailColumns aside={<ValueFacts value={value} />}>
        <h2 className={uiClasses.heading}>{t("core_values.received")}</h2>
        {awards}
      </DetailColumns>
    </>
  );
}

function ValueFacts({ value }: { value: CoreValue }) {
  const t = useTranslate();
  const locale = useLocale();
  const descriptionText = (lang: "en" | "fr") => {
    const description = value[`description_${lang}`];
    if (description === null) return <Absent />;
    return (
      <span lang={lang} className={uiClasses.lines}>
        {description}
      </span>
    );
  };
  return (
    <Section title={t("core_values.facts")}>
      <Facts
        facts={[
          { label: t("core_values.field.badge"), value: <ValueBadge value={value} /> },
          { label: t("core_values.field.name_en"), value: <span lang="en">{value.name_en}</span> },
          { label: t("core_values.field.description_en"), value: descriptionText("en") },
          { label: t("core_values.field.name_fr"), value: <span lang="fr">{value.name_fr}</span> },
          { label: t("core_values.field.description_fr"), value: descriptionText("fr") },
          { label: t("core_values.field.position"), value: formatInteger(value.position, locale) },
          {
            label: t("core_values.field.updated_at"),
            value: <RelativeText at={value.updated_at} />,
          },
        ]}
      />
    </Section>
  );
}
