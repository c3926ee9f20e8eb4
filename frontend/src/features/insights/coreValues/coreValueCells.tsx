// The cells of the list of core values.
import { IconCircleCheck, IconCircleMinus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CoreValue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { ValueBadge } from "../../../ui/display/ValueBadge";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import type { coreValuesList } from "./coreValuesList";

export function ValueState({ value }: { value: CoreValue }) {
  const t = useTranslate();
  return value.is_active ? (
    <Badge tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
      {t("core_values.state.active")}
    </Badge>
  ) : (
    <Badge icon={<IconCircleMinus size={14} aria-hidden />}>{t("core_values.state.retired")}</Badge>
  );
}

function ValueLink({ value }: { value: CoreValue }) {
  return (
    <Link to="/admin/core-values/$id/view" params={{ id: value.api_id }} className={uiClasses.link}>
      <ValueBadge value={value} />
    </Link>
  );
}

/** The name in the other language. */
function OtherName({ value }: { value: CoreValue }) {
  const other = useLocale() === "fr-ca" ? "en" : "fr";
  return <span lang={other}>{value[`name_${other}`]}</span>;
}

function Position({ value }: { value: CoreValue }) {
  return <span className={uiClasses.figure}>{formatInteger(value.position, useLocale())}</span>;
}

export const coreValueCells: CellsOf<typeof coreValuesList> = {
  name: (value) => <ValueLink value={value} />,
  other_name: (value) => <OtherName value={value} />,
  position: (value) => <Position value={value} />,
  is_active: (value) => <ValueState value={value} />,
  created_at: (value) => <RelativeText at={value.created_at} />,
};
