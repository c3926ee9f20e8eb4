// Pagination with accessible button names, which Mantine's lacks.
import "@mantine/core/styles/Pagination.css";
import { Pagination } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";

type Props = { total: number; value: number; onChange: (page: number) => void };

export function NamedPagination({ total, value, onChange }: Props) {
  const t = useTranslate();
  return (
    <Pagination
      size="sm"
      total={total}
      value={value}
      onChange={onChange}
      getControlProps={(control) => ({ "aria-label": t(`ui.pagination.${control}`) })}
      getItemProps={(page) => ({ "aria-label": t("ui.pagination.page", { page }) })}
    />
  );
}
