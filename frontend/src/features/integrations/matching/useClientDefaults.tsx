// Asks once who manages the new clients that have no account manager yet, and for their currency.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rowsQuery } from "../../../api/queries";
import { NewClientValues } from "../../../api/shapes/NewClient.gen";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import type { ClientDefaults } from "./matchCalls";

const managersQuery = rowsQuery("/account-managers", { per_page: 100 });

/** The user, if they can manage accounts: of a new client without a manager. Undefined until that is known. */
export function useOwnManager() {
  const user = useCurrentUser();
  const { data } = useQuery(managersQuery);
  return data && (data.data.find(({ api_id }) => api_id === user.api_id) ?? null);
}

export function useClientDefaults() {
  const t = useTranslate();
  const user = useCurrentUser();
  const managers = useQuery(managersQuery).data?.data ?? [];
  const [manager, setManager] = useState(user.api_id);
  const [currency, setCurrency] = useState<string>(user.currency);
  const known = managers.some(({ api_id }) => api_id === manager) ? manager : managers[0]?.api_id;
  const value: ClientDefaults | undefined = known ? { accountManager: known, currency } : undefined;
  const fields = (
    <>
      <NativeSelectField
        label={t("matching.all.account_manager")}
        value={known ?? ""}
        choices={managers.map(({ api_id, name }) => ({ value: api_id, label: name }))}
        onChange={setManager}
      />
      <NativeSelectField
        label={t("matching.all.currency")}
        value={currency}
        choices={NewClientValues.currency.map((code) => ({ value: code, label: code }))}
        onChange={setCurrency}
      />
    </>
  );
  return { value, fields };
}
