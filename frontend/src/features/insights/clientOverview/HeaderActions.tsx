// What people do most with a client: write a note, record a loss, sell extra hours.
import { Button } from "@mantine/core";
import { IconCircleX, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { runIf } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import { AddNote } from "./AddNote";
import type { RetainerAction } from "./ChooseRetainer";
import { burnsQuery, canSee } from "./queries";

const ChooseRetainer = lazyComponent(async () => (await import("./ChooseRetainer")).ChooseRetainer);

const CHURN_PERMISSIONS = ["churns.record"] as const;

export function HeaderActions({ client }: { client: Client }) {
  const t = useTranslate();
  const allowed = useAllowedActions(client);
  const { start, dialog } = useRetainerActions(client);
  return (
    <>
      <AddNote client={client} shortcut="n" />
      {allowed.churn && (
        <Button
          variant="default"
          leftSection={<IconCircleX size={16} aria-hidden />}
          onClick={() => start("churn")}
        >
          {t("client_page.retainers.record_churn")}
        </Button>
      )}
      {allowed.sale && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => start("sale")}>
          {t("client_page.retainers.sell_extra")}
        </Button>
      )}
      {dialog}
    </>
  );
}

/** Account managers record the churn of the retainers that they manage. */
function useAllowedActions(client: Client) {
  const user = useCurrentUser();
  const { can, scope } = usePermissions();
  const burns = useQuery({ ...burnsQuery(client.api_id), ...runIf(canSee.retainers(user)) });
  const hasRetainer =
    client.status === "active" && client.archived_at === null && burns.data?.data.length !== 0;
  const churns = scope(CHURN_PERMISSIONS[0]);
  const isManager = client.account_manager.api_id === user.api_id;
  return {
    churn: hasRetainer && (churns === "all" || (churns !== null && isManager)),
    sale: hasRetainer && can("projects.create"),
  };
}

/** The only retainer is taken without a question. */
function useRetainerActions(client: Client) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<RetainerAction | null>(null);
  const burns = useQuery({ ...burnsQuery(client.api_id), ...runIf(canSee.retainers(user)) });
  const [only, ...others] = burns.data?.data ?? [];
  const open = (action: RetainerAction, retainer: string) =>
    action === "churn"
      ? navigate({ to: "/projects/$id/churn", params: { id: retainer } })
      : navigate({ to: "/projects/create", search: { kind: "oos", parent: retainer } });
  return {
    start: (action: RetainerAction) =>
      void (only && others.length === 0 ? open(action, only.project.api_id) : setAsked(action)),
    dialog: asked && (
      <ChooseRetainer
        client={client}
        action={asked}
        onChoose={(retainer) => void open(asked, retainer)}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
