// What the form of an existing project says below its fields: what changes, and from when.
import type { Project } from "../../../api/types";
import { useToday } from "../../../session/today";
import type { FormValues } from "../../../ui/form/fields";
import { DatedFieldsHint } from "../../../ui/terms/DatedFieldsHint";
import { ProjectConsequences } from "./ProjectConsequences";
import type { Fields } from "./projectFieldGroups";
import { fieldsFromToday } from "./projectFields";

type Props = { project: Project; fields: Fields; values: FormValues };

export function ProjectNote({ project, fields, values }: Props) {
  const today = useToday();
  return (
    <>
      <ProjectConsequences project={project} fields={fields} values={values} />
      <DatedFieldsHint
        records="projects"
        record={project}
        fields={fieldsFromToday(fields, project, today)}
        values={values}
      />
    </>
  );
}
