// Who has been, is and will be responsible for a client or a project.
import type { ReactNode } from "react";
import type { DatedTerm } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import type { ApiRecord, FieldDescription } from "../form/fields";
import { DatedTerms, type TermForm } from "./DatedTerms";

type Props = {
  records: "clients" | "projects";
  record: ApiRecord & { api_id: string; can: readonly string[] };
  fields: readonly FieldDescription[];
  renderDialog: (form: TermForm) => ReactNode;
};

export function Responsibilities(props: Props) {
  const t = useTranslate();
  const labels = new Map(props.fields.map(({ name, label }) => [name, label]));
  const describe = ({ term, reference }: DatedTerm) =>
    t("dated_terms.line", {
      field: t(labels.get(term) ?? "dated_terms.responsibility"),
      value: reference?.name ?? t("dated_terms.none"),
    });
  return (
    <DatedTerms
      {...props}
      title={t("dated_terms.responsibility")}
      start={props.record}
      describe={describe}
    />
  );
}
