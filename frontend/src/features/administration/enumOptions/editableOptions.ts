// The lists of choices that the organization keeps: who changes which, and how one is read.
import { dataQuery } from "../../../api/queries";
import type { OwnOption } from "../../../api/types";
import { activeLocale } from "../../../i18n/locale";
import { usePermissions } from "../../../session/permissions";

export type EditableEnum = OwnOption["enum"];

const OWN_ENUMS: readonly EditableEnum[] = ["churn_reason", "oos_type", "industry"];

export function useEditableEnums(): readonly EditableEnum[] {
  const { may } = usePermissions();
  if (may("enum_options.edit")) return OWN_ENUMS;
  return may("enum_options.edit_churn_reasons") ? ["churn_reason"] : [];
}

export function editableOptionsQuery(name: EditableEnum) {
  return dataQuery("/enum-options/{enum}", { params: { enum: name } });
}

export function optionName(option: OwnOption): string {
  return activeLocale() === "fr-ca" ? option.name_fr : option.name_en;
}
