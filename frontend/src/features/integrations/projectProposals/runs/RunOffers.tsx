// The buttons that create, ignore or restore everything that the filtered list shows, after a question.
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconBan, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageQuery } from "../../../../api/queries";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatInteger } from "../../../../lib/numbers";
import { usePermissions } from "../../../../session/permissions";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog";
import { useOfflineReason } from "../../../../ui/feedback/useOfflineReason";
import type { ListSearch } from "../../../../ui/table/listSearch";
import { type RunOffer, runOffers } from "./runOffers";
import { useRun, useRunCalls } from "./runQuery";

const ICONS = { create: IconPlus, ignore: IconBan, restore: IconArrowBackUp } as const;

export function RunOffers({ search }: { search: ListSearch }) {
  const { can } = usePermissions();
  const isRunning = useRun()?.status === "running";
  if (isRunning || !can("matching.edit")) return null;
  return runOffers(search)
    .filter(({ action }) => action !== "create" || can("projects.create"))
    .map((offer) => <Offer key={offer.action} offer={offer} />);
}

function useTexts({ action, filters }: RunOffer) {
  const t = useTranslate();
  if (action !== "create")
    return {
      button: (count: string) => t(`project_proposals.run.${action}.action`, { count }),
      title: (count: number) => t(`project_proposals.run.${action}.title`, { count }),
      detail: t(`project_proposals.run.${action}.detail`),
      confirm: (count: string) => t(`project_proposals.run.${action}.confirm`, { count }),
    };
  const isChecked = filters.certainty?.includes("medium") ?? false;
  return {
    button: (count: string) =>
      t(`project_proposals.run.${isChecked ? "action" : "action_ready"}`, { count }),
    title: (count: number) => t("project_proposals.run.title", { count }),
    detail: t(isChecked ? "project_proposals.run.detail_check" : "project_proposals.run.detail"),
    confirm: (count: string) => t("project_proposals.run.confirm", { count }),
  };
}

function Offer({ offer }: { offer: RunOffer }) {
  const { action, filters } = offer;
  const locale = useLocale();
  const offline = useOfflineReason();
  const texts = useTexts(offer);
  const { start } = useRunCalls();
  /** The number in the question, while it is open. */
  const [asked, setAsked] = useState<number>();
  const state = [action === "restore" ? ("ignored" as const) : ("open" as const)];
  const query = { ...filters, state, per_page: 1 };
  const count = useQuery(pageQuery("/project-proposals", { query })).data?.meta.total ?? 0;
  if (count === 0) return null;
  const number = (of: number) => formatInteger(of, locale);
  const Icon = ICONS[action];
  return (
    <>
      <Button
        size="xs"
        variant={action === "create" ? "filled" : "default"}
        leftSection={<Icon size={14} aria-hidden />}
        {...offline}
        onClick={() => setAsked(count)}
      >
        {texts.button(number(count))}
      </Button>
      {asked !== undefined && (
        <ConfirmDialog
          opened
          isHarmless
          title={texts.title(asked)}
          detail={texts.detail}
          confirmLabel={texts.confirm(number(asked))}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            void start({ ...filters, action });
          }}
        />
      )}
    </>
  );
}
