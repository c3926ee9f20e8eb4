// The form of a project, for creating and editing.
import { useMemo } from "react";
import type { Project, ProjectKind } from "../../../api/types";
import { useToday } from "../../../session/today";
import { type Extra, type Prefill, ResourceForm } from "../../../ui/form/ResourceForm";
import { DatedFieldsHint } from "../../../ui/terms/DatedFieldsHint";
import { ProjectConsequences } from "./ProjectConsequences";
import { fieldsFromToday, projectFields } from "./projectFields";

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
  const today = useToday();
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
        project && (
          <>
            <ProjectConsequences project={project} fields={fields} values={values} />
            <DatedFieldsHint
              records="projects"
              record={project}
              fields={fieldsFromToday(fields, project, today)}
              values={values}
            />
          </>
        )
      }
      onSaved={(saved) => actions.onSaved(saved.api_id)}
      onCancel={actions.onCancel}
    />
  );
}
