// The users to whom a matter can be assigned, the user first.
import { IconArrowBackUp, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { dataQuery } from "../../../api/queries";
import type { TriageRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { ActionMenuPanel } from "../../../ui/actions/ActionMenuPanel";
import type { MenuAction, MenuTriggerProps } from "../../../ui/actions/menuAction";
import { useMatterChange } from "./useMatterChange";

type Props = { row: TriageRow; trigger: (props: MenuTriggerProps) => ReactElement };

export function AssignMenuPanel({ row, trigger }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { assign } = useMatterChange();
  const { kind, record } = row;
  const { data } = useQuery(dataQuery("/triage-assignees", { query: { kind, record } }));
  if (data === undefined) return trigger({});
  const me = data.filter(({ api_id }) => api_id === user.api_id);
  const others = data.filter(({ api_id }) => api_id !== user.api_id);
  const back: MenuAction[] = row.is_assigned
    ? [
        {
          label: t("home.triage.assign.manager"),
          icon: <IconArrowBackUp size={16} aria-hidden />,
          run: () => assign(row, null),
        },
      ]
    : [];
  const people = [...me, ...others].map(
    (one): MenuAction => ({
      label: one.api_id === user.api_id ? t("home.triage.assign.me", { name: one.name }) : one.name,
      icon: <IconUser size={16} aria-hidden />,
      run: () => assign(row, one),
    }),
  );
  return (
    <ActionMenuPanel
      heading={t("home.triage.assign.heading")}
      actions={[...back, ...people]}
      trigger={trigger}
    />
  );
}
