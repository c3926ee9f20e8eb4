// What a match needs to be said before it is accepted: the new client or employee, or which known one it is.
import { useMemo } from "react";
import type { Match, MatchCreate } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FormModal } from "../../ui/form/FormModal";
import type { FieldDescription } from "../../ui/form/fields";
import { ResourceForm } from "../../ui/form/ResourceForm";

type Props = {
  match: Match;
  parts: MatchCreate["parts"];
  how: "create" | "link";
  onClose: () => void;
};
type Fields = readonly FieldDescription[];

const newClient: Fields = [
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
];

const newEmployee: Fields = [
  { kind: "text", name: "first_name", label: "matching.field.first_name", required: true },
  { kind: "text", name: "last_name", label: "matching.field.last_name", required: true },
  { kind: "text", input: "email", name: "email", label: "matching.field.email", required: true },
];

const PATHS: Record<Match["kind"], string> = {
  client: "/clients",
  person: "/employees",
  project: "/projects",
};

/** Work can only be one of its own client's projects. */
function known({ kind, client }: Match): Fields {
  const narrowed = kind === "project" && client ? { query: { client: client.api_id } } : {};
  const label = `matching.field.${kind}` as const;
  return [
    {
      kind: "reference",
      name: "target",
      label,
      path: PATHS[kind],
      required: true,
      ...narrowed,
    },
  ];
}

export function MatchDialog({ match, parts, how, onClose }: Props) {
  const t = useTranslate();
  const fields = useMemo(() => known(match), [match]);
  return (
    <FormModal opened title={t(`matching.dialog.${how}`, { name: match.name })} onClose={onClose}>
      {how === "create" ? (
        <NewForm match={match} parts={parts} onClose={onClose} />
      ) : (
        <ResourceForm
          formKey={`matching/${match.api_id}/link`}
          path="/matches"
          fields={fields}
          extra={{ kind: match.kind, parts }}
          submitLabel={t("matching.action.accept")}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </FormModal>
  );
}

/** The new client or employee that the records are. */
function NewForm({ match, parts, onClose }: Omit<Props, "how">) {
  const t = useTranslate();
  const { kind, draft, api_id } = match;
  const ofClient = kind === "client";
  return (
    <ResourceForm
      formKey={`matching/${api_id}/create`}
      path="/matches"
      fields={ofClient ? newClient : newEmployee}
      {...(draft ? { prefill: draft } : {})}
      within={ofClient ? "client" : "employee"}
      extra={{ kind, parts }}
      submitLabel={t("matching.action.accept")}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
