// Hides a matter until a day: tomorrow, next week, in a month, or a chosen day.
import { IconBellZ, IconCalendar, IconClock, IconEye } from "@tabler/icons-react";
import { useState } from "react";
import type { TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { ActionMenu } from "../../../ui/actions/ActionMenu";
import type { MenuAction } from "../../../ui/actions/menuAction";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MatterMenuButton } from "./MatterMenuButton";
import { snoozeDays } from "./snoozeDays";
import { useMatterChange } from "./useMatterChange";

const SnoozeDialog = lazyComponent(async () => (await import("./SnoozeDialog")).SnoozeDialog, null);

type Props = { row: TriageRow; name: string; onLeave: () => void };

export function SnoozeMenu({ row, name, onLeave }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const { snooze } = useMatterChange();
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (until: string | null) => snooze(row, until, onLeave);
  const days = snoozeDays(today).map(
    ({ id, day }): MenuAction => ({
      label: t(`home.triage.snooze.${id}`, { date: formatDate(day, locale) }),
      icon: <IconClock size={16} aria-hidden />,
      run: () => change(day),
    }),
  );
  const actions: MenuAction[] = [
    ...(row.snoozed_until
      ? [
          {
            label: t("home.triage.snooze.end"),
            icon: <IconEye size={16} aria-hidden />,
            run: () => change(null),
          },
        ]
      : []),
    ...days,
    {
      label: t("home.triage.snooze.choose"),
      icon: <IconCalendar size={16} aria-hidden />,
      run: () => setIsChoosing(true),
    },
  ];
  const label = `${t("home.triage.snooze.label")} (${name})`;
  return (
    <>
      <ActionMenu
        actions={actions}
        trigger={(props) => (
          <MatterMenuButton trigger={props} label={label} shortcut="s">
            <IconBellZ size={16} aria-hidden />
          </MatterMenuButton>
        )}
      />
      {isChoosing && (
        <SnoozeDialog
          name={name}
          onChoose={(day) => {
            setIsChoosing(false);
            change(day);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
