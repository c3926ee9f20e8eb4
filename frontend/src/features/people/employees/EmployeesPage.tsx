// People of the agency: the directory for everyone, and more of each for those who may view employees.
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { useIsAdminArea } from "../../../ui/links/area";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { employeeCells } from "./employeeCells";
import { directoryList, employeesList } from "./employeesList";

const EVERYONES = "all";

export function EmployeesPage() {
  const t = useTranslate();
  const { can, scope } = usePermissions();
  const admin = useIsAdminArea();
  const importing = useImporting();
  if (admin && importing) return <ImportPage kind="employees" />;
  const create = admin && can("employees.create") && (
    <>
      <ImportLink />
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
        list={scope("employees.view") === EVERYONES ? employeesList : directoryList}
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
