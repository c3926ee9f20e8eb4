// Creates or edits a project of one kind.
import { useMemo } from "react";
import type { Project, ProjectKind } from "../../../api/types";
import type { ApiRecord } from "../../../ui/form/fields";
import type { Payload } from "../../../ui/form/payload";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { projectFields } from "./projectFields";

type Props = {
  kind: ProjectKind;
  project?: Project;
  prefill?: ApiRecord;
  extra?: Payload;
  formKey: string;
  onSaved: (id: string) => void;
  onCancel: () => void;
};

export function ProjectForm({ kind, project, prefill, extra, formKey, ...actions }: Props) {
  const fields = useMemo(() => projectFields(kind, project), [kind, project]);
  return (
    <ResourceForm
      formKey={formKey}
      path="/projects"
      fields={fields}
      {...(project ? { record: project } : {})}
      {...(prefill ? { prefill } : {})}
      {...(extra ? { extra } : {})}
      onSaved={(saved) => actions.onSaved(saved.api_id)}
      onCancel={actions.onCancel}
    />
  );
}
