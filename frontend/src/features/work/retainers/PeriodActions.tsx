// The actions on a period that the server allows.
import { IconAdjustments, IconLock, IconLockOpen } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api/client";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { changedSearch } from "../../../ui/links/screenSearch";
import { periodName } from "./periodNames";

const UnlockDialog = lazy(async () => ({
  default: (await import("./UnlockDialog")).UnlockDialog,
}));

export function PeriodActions({ period }: { period: RetainerPeriod }) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const [isDialogLoaded, setDialogLoaded] = useState(false);
  const [opened, setOpened] = useState(false);
  const { api_id } = period;
  const name = periodName(period, locale);
  const actionsByName: Record<RetainerPeriod["can"][number], RecordAction> = {
    adjust: {
      label: t("retainers.adjust.action"),
      icon: <IconAdjustments size={16} />,
      open: () =>
        void navigate({ to: ".", search: changedSearch({ edit: api_id }), resetScroll: false }),
    },
    lock: {
      label: t("retainers.lock.action"),
      icon: <IconLock size={16} />,
      irreversible: {
        run: () => api.post("/retainer-periods/{id}/locks", undefined, { params: { id: api_id } }),
        done: t("retainers.lock.done", { period: name }),
        confirmation: {
          title: t("retainers.lock.title", { period: name }),
          detail: t("retainers.lock.detail"),
        },
      },
    },
    unlock: {
      label: t("retainers.unlock.action"),
      icon: <IconLockOpen size={16} />,
      open: () => {
        setDialogLoaded(true);
        setOpened(true);
      },
    },
  };
  return (
    <>
      <RecordActions
        path="/retainer-periods"
        record={{ api_id, name }}
        actions={period.can.flatMap((action) => actionsByName[action] ?? [])}
      />
      {isDialogLoaded && (
        <Suspense fallback={null}>
          <UnlockDialog period={period} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
