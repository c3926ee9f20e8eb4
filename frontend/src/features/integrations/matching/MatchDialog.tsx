// The form before accepting a match: the new client or employee, or the existing record.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { MatchCreate } from "../../../api/shapes/MatchCreate.gen";
import { NewClient } from "../../../api/shapes/NewClient.gen";
import { NewEmployee } from "../../../api/shapes/NewEmployee.gen";
import type { MatchCreate as Accepted, Match } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { useOwnManager } from "./useClientDefaults";

type Props = {
  match: Match;
  records: Accepted["records"];
  mode: "create" | "link";
  onClose: () => void;
};

const newClientFields = defineFields(NewClient, [
  { kind: "text", name: "name", label: "matching.field.name", required: true },
  {
    kind: "reference",
    name: "account_manager",
    label: "matching.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  {
    kind: "choice",
    name: "currency",
    label: "matching.field.currency",
    enumName: "currency",
    required: true,
  },
]);

const newEmployeeFields = defineFields(NewEmployee, [
  { kind: "text", name: "first_name", label: "matching.field.first_name", required: true },
  { kind: "text", name: "last_name", label: "matching.field.last_name", required: true },
  { kind: "text", input: "email", name: "email", label: "matching.field.email", required: true },
]);

/** A project's candidates are limited to its client. */
function targetFields({ kind, client }: Match) {
  const target = {
    kind: "reference",
    name: "target",
    label: `matching.field.${kind}`,
    required: true,
  } as const;
  if (kind !== "project") {
    const path = kind === "client" ? "/clients" : "/employees";
    return defineFields(MatchCreate, [{ ...target, path }]);
  }
  const query = client ? { client: client.api_id } : {};
  return defineFields(MatchCreate, [{ ...target, path: "/projects", query }]);
}

export function MatchDialog({ match, records, mode, onClose }: Props) {
  const t = useTranslate();
  const fields = useMemo(() => targetFields(match), [match]);
  return (
    <FormModal opened title={t(`matching.dialog.${mode}`, { name: match.name })} onClose={onClose}>
      {mode === "create" ? (
        <CreateForm match={match} records={records} onClose={onClose} />
      ) : (
        <ResourceForm
          formKey={`matching/${match.api_id}/link`}
          path="/matches"
          fields={fields}
          extra={{ kind: match.kind, records }}
          submitLabel={t("matching.action.accept")}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </FormModal>
  );
}

/** Creates the client or employee of the records. */
function CreateForm({ match, records, onClose }: Omit<Props, "mode">) {
  const t = useTranslate();
  const own = useOwnManager();
  const user = useCurrentUser();
  const { kind, draft, api_id } = match;
  const { name, account_manager, currency, first_name, last_name, email } = draft ?? {};
  const form = {
    formKey: `matching/${api_id}/create`,
    path: "/matches",
    extra: { kind, records },
    submitLabel: t("matching.action.accept"),
    onSaved: onClose,
    onCancel: onClose,
  } as const;
  // The form is filled once: with who manages the account by default, as soon as that is known.
  if (kind === "client" && own === undefined) return <Skeleton height={240} />;
  return kind === "client" ? (
    <ResourceForm
      {...form}
      fieldsKey="client"
      fields={newClientFields}
      prefill={{
        name,
        account_manager: account_manager ?? own,
        currency: currency ?? user.currency,
      }}
    />
  ) : (
    <ResourceForm
      {...form}
      fieldsKey="employee"
      fields={newEmployeeFields}
      prefill={{ first_name, last_name, email }}
    />
  );
}
