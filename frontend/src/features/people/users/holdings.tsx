// What a person looks after that is still open.
import { Text } from "@mantine/core";
import { dataQuery } from "../../../api/queries";
import type { Holdings } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";

export const holdingsQuery = (id: string) =>
  dataQuery("/users/{id}/holdings", { params: { id: id } });

export function holdsAny({ clients, projects }: Holdings): boolean {
  return clients + projects > 0;
}

export function HoldingsText({ holdings }: { holdings: Holdings }) {
  const t = useTranslate();
  const parts = (["clients", "projects"] as const)
    .filter((kind) => holdings[kind] > 0)
    .map((kind) => t(`users.holdings_text.${kind}`, { count: holdings[kind] }));
  return (
    <Text size="sm">{parts.length > 0 ? parts.join(", ") : t("users.holdings_text.none")}</Text>
  );
}
