// The list of employees: the directory for everyone, more columns with permission.
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { employeeCells } from "./employeeCells";
import { directoryList, employeesList } from "./employeesList";

const ALL_SCOPE = "all";
const IMPORTS = ["employees"] as const;

export function EmployeesPage() {
  const t = useTranslate();
  const { can, scope, isAdmin } = usePermissions();
  const isImporting = useImporting();
  const canCreate = isAdmin && can("employees.create");
  if (canCreate && isImporting) return <ImportPage kinds={IMPORTS} />;
  const create = canCreate && (
    <>
      <ImportLink kinds={IMPORTS} />
      <ButtonLink
        aria-keyshortcuts="c"
        to="/admin/employees/create"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t("employees.new")}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageTitle actions={create}>{t("employees.title")}</PageTitle>
      <ResourceTable
        list={scope("employees.view") === ALL_SCOPE ? employeesList : directoryList}
        cells={employeeCells}
        label={t("employees.title")}
        empty={{
          title: t("employees.empty.title"),
          detail: t("employees.empty.detail"),
          action: create,
        }}
      />
    </>
  );
}
