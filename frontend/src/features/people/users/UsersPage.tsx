// The list of users, including deactivated ones.
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { userCells } from "./userCells";
import { usersList } from "./usersList";

export function UsersPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  const invite = can("users.create") && (
    <ButtonLink
      aria-keyshortcuts="c"
      to="/admin/users/create"
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {t("users.new")}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle actions={invite}>{t("users.title")}</PageTitle>
      <ResourceTable
        list={usersList}
        cells={userCells}
        label={t("users.title")}
        empty={{ title: t("users.empty.title"), detail: t("users.empty.detail"), action: invite }}
      />
    </>
  );
}
