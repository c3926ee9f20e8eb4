// The lists of options that the user may edit, each in a tab.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { useEditableEnums } from "./editableOptions";
import { OptionList } from "./OptionList";

export function OptionsPage() {
  const t = useTranslate();
  const enums = useEditableEnums();
  const title = <PageTitle>{t("enum_options.title")}</PageTitle>;
  if (enums.length === 0) {
    return (
      <>
        {title}
        <Forbidden />
      </>
    );
  }
  return (
    <>
      {title}
      <Text size="sm" c="dimmed" mb="md" maw={720}>
        {t("enum_options.lead")}
      </Text>
      <UrlTabs
        label={t("enum_options.title")}
        tabs={enums.map((name) => ({
          id: name,
          label: t(`enum_options.list.${name}`),
          panel: () => <OptionList key={name} name={name} />,
        }))}
      />
    </>
  );
}
