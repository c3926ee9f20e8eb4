// The open clients and projects that a user is responsible for.
import { Text } from "@mantine/core";
import { dataQuery } from "../../../api/queries";
import type { Responsibilities } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";

export const responsibilitiesQuery = (id: string) =>
  dataQuery("/users/{id}/responsibilities", { params: { id } });

export function hasHoldings({ clients, projects, terms_to_come }: Responsibilities): boolean {
  return clients + projects + terms_to_come > 0;
}

export function ResponsibilitiesText({ responsibilities }: { responsibilities: Responsibilities }) {
  const t = useTranslate();
  const parts = (["clients", "projects", "terms_to_come"] as const)
    .filter((kind) => responsibilities[kind] > 0)
    .map((kind) => t(`users.responsibilities_text.${kind}`, { count: responsibilities[kind] }));
  return (
    <Text size="sm">
      {parts.length > 0 ? parts.join(", ") : t("users.responsibilities_text.none")}
    </Text>
  );
}
