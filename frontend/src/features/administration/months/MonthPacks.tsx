// The month-end pack of each closing, newest first: its files, or why there are none.
import { Anchor, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { apiUrl } from "../../../api/client";
import type { MonthDetails } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { SmallRows } from "../../../ui/details/SmallRows";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Months.module.css";

type Closing = MonthDetails["closings"][number];
type Pack = NonNullable<Closing["pack"]>;

export function MonthPacks({ closings }: Pick<MonthDetails, "closings">) {
  const t = useTranslate();
  return (
    <Section title={t("months.pack.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("months.pack.lead")}
      </Text>
      <SmallRows
        label={t("months.pack.title")}
        heads={[{ label: t("months.field.closed_at") }, { label: t("months.pack.files") }]}
        rows={closings.map((closing) => ({
          key: closing.closed_at,
          cells: [
            <RelativeText key="closed_at" at={closing.closed_at} />,
            <PackState key="files" pack={closing.pack} />,
          ],
        }))}
      />
    </Section>
  );
}

function PackState({ pack }: Pick<Closing, "pack">) {
  const t = useTranslate();
  if (pack?.status === "ready") return <PackFiles pack={pack} />;
  if (pack === null) return <span className={uiClasses.muted}>{t("months.pack.none")}</span>;
  return (
    <span role="status">{t(`months.pack.${pack.status === "failed" ? "failed" : "waiting"}`)}</span>
  );
}

function PackFiles({ pack }: { pack: Pack }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <ul className={classes.files}>
      {pack.files.map((file) => (
        <li key={file.api_id}>
          <Anchor
            href={apiUrl("/month-pack-files/{id}/content", { params: { id: file.api_id } })}
            download
            size="sm"
            className={classes.file}
          >
            <IconDownload size={16} aria-hidden />
            {t(`months.pack.file.${file.language}`, { format: file.format.toUpperCase() })}
          </Anchor>{" "}
          <span className={uiClasses.muted}>{formatSize(file.size, locale)}</span>
        </li>
      ))}
    </ul>
  );
}
