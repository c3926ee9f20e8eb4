// What the database and the files occupy, and the free space of their disks.
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Operations } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { Facts } from "../../../ui/details/Facts";
import { Badge } from "../../../ui/display/Badge";
import { Section } from "../../../ui/layout/Section";

export function StorageFacts({ storage }: { storage: Operations["storage"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const size = (bytes: number) => formatSize(bytes, locale);
  const { database_size, files, files_size, disks } = storage;
  const facts = [
    { label: t("operations.storage.database"), value: size(database_size) },
    {
      label: t("operations.storage.files"),
      value: t("operations.storage.files_value", { size: size(files_size), count: files }),
    },
    ...disks.map(({ content, free, total, is_low }) => ({
      label: t(`operations.storage.disk.${content}`),
      value: (
        <>
          {t("operations.storage.free", { free: size(free), total: size(total) })}{" "}
          {is_low && (
            <Badge tone="warning" icon={<IconAlertTriangle size={14} aria-hidden />}>
              {t("operations.storage.low")}
            </Badge>
          )}
        </>
      ),
    })),
  ];
  return (
    <Section title={t("operations.storage.title")}>
      <Facts facts={facts} />
    </Section>
  );
}
