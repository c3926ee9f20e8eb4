// Asks which of a client's retainers is meant, before a loss is recorded or extra hours are sold.
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RetainerDialog } from "../../../ui/fields/RetainerDialog";

export type RetainerAction = "churn" | "sale";

type Props = {
  client: Client;
  action: RetainerAction;
  onChoose: (retainer: string) => void;
  onClose: () => void;
};

export function ChooseRetainer({ client, action, onChoose, onClose }: Props) {
  const t = useTranslate();
  const title =
    action === "churn"
      ? t("client_page.retainers.record_churn")
      : t("client_page.retainers.sell_extra");
  return (
    <RetainerDialog
      title={`${title} · ${client.name}`}
      label={t("client_page.retainers.which")}
      submitLabel={t("client_page.retainers.continue")}
      query={{ client: client.api_id }}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
