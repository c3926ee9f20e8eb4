// A project's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ProjectEdit } from "../../features/work/projects/ProjectEdit";
import { validateId } from "../../session/guards";
import { useRecordId } from "./-sameScreen";

export const Route = createFileRoute("/_default/projects/$id/edit")({
  staticData: { messages: ["terms"] },
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/projects/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <ProjectEdit id={useRecordId()} />;
}
