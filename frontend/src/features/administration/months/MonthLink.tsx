// A link to a month, in the current area.
import { Link } from "@tanstack/react-router";
import { useLocale } from "../../../i18n/locale";
import { monthOfYear } from "../../../lib/dates";
import { useIsAdminArea } from "../../../ui/links/area";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import classes from "../../../ui/ui.module.css";

/** `month` is the month as text (`2026-10`). */
type Props = { month: string; search?: ScreenSearch; children?: string };

export function MonthLink({ month, search = {}, children }: Props) {
  const locale = useLocale();
  const isAdminArea = useIsAdminArea();
  return (
    <Link
      to={isAdminArea ? "/admin/months/$month" : "/months/$month"}
      params={{ month }}
      search={search}
      className={classes.link}
    >
      {children ?? monthOfYear(`${month}-01`, locale)}
    </Link>
  );
}
