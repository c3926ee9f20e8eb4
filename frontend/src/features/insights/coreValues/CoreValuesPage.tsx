// The list of core values, in the agency's order.
import { IconPlus } from "@tabler/icons-react";
import type { CoreValue } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { coreValueCells } from "./coreValueCells";
import { coreValuesList } from "./coreValuesList";
import { MoveValue } from "./MoveValue";

const moveValue = (value: CoreValue) => <MoveValue value={value} />;

export function CoreValuesPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  const canEdit = can("core_values.edit");
  const create = canEdit && (
    <ButtonLink
      aria-keyshortcuts="c"
      to="/admin/core-values/create"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("core_values.new")}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle actions={create}>{t("core_values.title")}</PageTitle>
      <ResourceTable
        list={coreValuesList}
        cells={coreValueCells}
        label={t("core_values.title")}
        empty={{
          title: t("core_values.empty.title"),
          detail: t("core_values.empty.detail"),
          action: create,
        }}
        {...(canEdit && { actions: moveValue })}
      />
    </>
  );
}
