// The organization's own lists of options, and who may edit which.
import { dataQuery } from "../../../api/queries";
import type { OrganizationOption } from "../../../api/types";
import { activeLocale } from "../../../i18n/locale";
import { usePermissions } from "../../../session/permissions";

export type EditableEnum = OrganizationOption["enum"];

const EDITABLE_ENUMS = Object.keys({
  churn_reason: true,
  oos_type: true,
  industry: true,
} satisfies Record<EditableEnum, true>) as EditableEnum[];

export function useEditableEnums(): readonly EditableEnum[] {
  const { can } = usePermissions();
  if (can("enum_options.edit")) return EDITABLE_ENUMS;
  return can("enum_options.edit_churn_reasons") ? ["churn_reason"] : [];
}

export function editableOptionsQuery(name: EditableEnum) {
  return dataQuery("/enum-options/{enum}", { params: { enum: name } });
}

export function optionName(option: OrganizationOption): string {
  return activeLocale() === "fr-ca" ? option.name_fr : option.name_en;
}
