// Says on the page of months how many terms have no date yet, with a link to them.
import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageQuery, runIf } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Months.module.css";

const EDIT_PERMISSIONS = ["projects.edit", "clients.edit"] as const;

export function UndatedTermsNotice() {
  const t = useTranslate();
  const { canAny, isAdmin } = usePermissions();
  const { data, isLoading } = useQuery({
    ...pageQuery("/undated-terms", { query: { state: ["open"], per_page: 1 } }),
    ...runIf(canAny(EDIT_PERMISSIONS)),
  });
  if (isLoading) return <div aria-busy="true" />;
  const count = data?.meta.total ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm" mb="md" className={classes.point}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {t("undated_terms.waiting", { count })}{" "}
        <Link
          to={isAdmin ? "/admin/undated-terms" : "/undated-terms"}
          search={listFilters("/undated-terms", { state: ["open"] })}
          className={uiClasses.link}
        >
          {t("undated_terms.see")}
        </Link>
      </span>
    </Text>
  );
}
