// What a match needs to be said before it is accepted: the new client or employee, or which known one it is.
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

function reference(kind: Match["kind"], path: string): Fields {
  return [
    { kind: "reference", name: "target", label: `matching.field.${kind}`, path, required: true },
  ];
}

const known: Record<Match["kind"], Fields> = {
  client: reference("client", "/clients"),
  person: reference("person", "/employees"),
  project: reference("project", "/projects"),
};

export function MatchDialog({ match, parts, how, onClose }: Props) {
  const t = useTranslate();
  const { kind, draft } = match;
  const isNew = how === "create";
  const ofClient = kind === "client";
  return (
    <FormModal opened title={t(`matching.dialog.${how}`, { name: match.name })} onClose={onClose}>
      <ResourceForm
        formKey={`matching/${match.api_id}/${how}`}
        path="/matches"
        fields={isNew ? (ofClient ? newClient : newEmployee) : known[kind]}
        {...(isNew && draft ? { prefill: draft, within: ofClient ? "client" : "employee" } : {})}
        extra={{ kind, parts }}
        submitLabel={t("matching.action.accept")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
