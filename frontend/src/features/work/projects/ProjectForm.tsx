// The form of a project, for creating and editing.
import { useMemo } from "react";
import type { Project, ProjectKind } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { type Extra, type Prefill, ResourceForm } from "../../../ui/form/ResourceForm";
import { lazyComponent } from "../../../ui/lazyComponent";
import { projectFields } from "./projectFields";

const ProjectNote = lazyComponent(async () => {
  const [note] = await Promise.all([
    import("./ProjectNote"),
    loadMessages("history"),
    loadMessages("terms"),
  ]);
  return note.ProjectNote;
}, null);

type Props = {
  kind: ProjectKind;
  project?: Project;
  prefill?: Prefill<"/projects">;
  extra?: Extra<"/projects">;
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
      renderNote={(values) =>
        project && <ProjectNote project={project} fields={fields} values={values} />
      }
      onSaved={(saved) => actions.onSaved(saved.api_id)}
      onCancel={actions.onCancel}
    />
  );
}
