// The dated terms of a client, a project or an employee: their timeline, and the dialogs that record and remove them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client";
import { pageQuery } from "../../api/queries";
import type { DatedTerm } from "../../api/types";
import type { Body } from "../../api/wire";
import { LoadFailure } from "../feedback/LoadFailure";
import { type ApiRecord, type FieldDescription, type FormValues, textOf } from "../form/fields";
import { changePayload, valuesFromRecord } from "../form/payload";
import { Consequences } from "./Consequences";
import { TermEffects } from "./TermEffects";
import { TermTimeline } from "./TermTimeline";
import { FIRST_DAY, REASON } from "./termFields";

/** As tall as a few terms, to avoid layout shifts. */
const TERMS_HEIGHT = 315;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PATHS = {
  clients: "/clients/{id}/responsibility-term",
  projects: "/projects/{id}/responsibility-term",
  employees: "/employees/{id}/employment-term",
} as const;
/** What a form sends besides values. */
const NOT_VALUES = new Set<string>([FIRST_DAY.name, REASON.name]);

export type TermForm = {
  formKey: string;
  renderNote: (values: FormValues) => ReactNode;
  onSaved: () => void;
  onCancel: () => void;
};

type Props = {
  records: keyof typeof PATHS;
  title: string;
  record: { api_id: string; can: readonly string[] };
  fields: readonly FieldDescription[];
  /** The values that the form starts with. */
  start: ApiRecord;
  describe: (term: DatedTerm) => string;
  renderDialog: (form: TermForm) => ReactNode;
};

export function DatedTerms(props: Props) {
  const { records, record, fields, start, describe } = props;
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const path = PATHS[records];
  const params = { id: record.api_id };
  const { data, isError, refetch } = useQuery(
    pageQuery(`${path}s`, { params, query: { per_page: 100 } }),
  );
  const removal = useMutation({
    mutationFn: (term: DatedTerm) =>
      api.delete(`${path}s/{term_id}`, { params: { ...params, term_id: term.api_id ?? "" } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} />
    ) : (
      <div aria-busy="true" style={{ minHeight: TERMS_HEIGHT }} />
    );
  const renderNote = (values: FormValues) => {
    const sent = changePayload(fields, valuesFromRecord(fields, start), values);
    const { [REASON.name]: _, ...body } = sent;
    const hasValue = Object.keys(body).some((name) => !NOT_VALUES.has(name));
    if (!hasValue || !DAY.test(textOf(values[FIRST_DAY.name]))) return null;
    const read = () =>
      api.post(`${path}-previews`, body as Body<`${typeof path}-previews`, "post">, {
        params,
        expect: "any",
      });
    return (
      <Consequences request={{ path, ...params, body }} read={read}>
        {(preview) => <TermEffects preview={preview} records={records} />}
      </Consequences>
    );
  };
  const renderRemoval = ({ api_id }: DatedTerm) => {
    const term = api_id ?? "";
    const read = () => api.post(`${path}-removal-previews`, { term }, { params, expect: "any" });
    return (
      <Consequences request={{ path, ...params, term }} read={read}>
        {(preview) => <TermEffects preview={preview} records={records} isRemoval />}
      </Consequences>
    );
  };
  return (
    <>
      <TermTimeline
        title={props.title}
        terms={data.data}
        describe={describe}
        canRecord={record.can.includes("edit")}
        isRemoving={removal.isPending}
        renderRemoval={renderRemoval}
        onRecord={() => setOpen(true)}
        onRemove={removal.mutate}
      />
      {isOpen &&
        props.renderDialog({
          formKey: `${records}/${record.api_id}/terms`,
          renderNote,
          onSaved: close,
          onCancel: close,
        })}
    </>
  );
}
