// Records the loss of a retainer, prefilled from a proposal.
import { Alert, Stack, Text } from "@mantine/core";
import { ApiError } from "../../../api/errors";
import { itemQuery } from "../../../api/queries";
import "@mantine/core/styles/Alert.css";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ChurnProposal } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MoneyText } from "../../../ui/money/MoneyText";
import { churnFields } from "./churnFields";

const ChurnConsequences = lazyComponent(async () => {
  const [shown] = await Promise.all([
    import("./ChurnConsequences"),
    loadMessages("history"),
    loadMessages("terms"),
  ]);
  return shown.ChurnConsequences;
}, null);

export function ChurnCreate({ id }: { id: string }) {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("churns.record")) return <Forbidden page={t("churns.record")} />;
  return <ProposedChurn id={id} />;
}

function ProposedChurn({ id }: { id: string }) {
  const t = useTranslate();
  // Fetched once: there is no proposal after the loss is recorded.
  const fetchOnce = { staleTime: "static", gcTime: 0 } as const;
  const query = useQuery({ ...itemQuery("/churn-proposals/{id}", id), ...fetchOnce });
  const { data: proposal, isError, error, refetch } = query;
  if (proposal === undefined && !isError) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>
        {proposal ? t("churns.record_title", { name: proposal.project.name }) : t("churns.record")}
      </PageTitle>
      {proposal && <RecordForm proposal={proposal} />}
      {!proposal &&
        (refusalText(error) ? (
          <Alert color="yellow">{refusalText(error)}</Alert>
        ) : (
          <LoadFailure retry={refetch} />
        ))}
    </FormPage>
  );
}

/** The reason why the retainer cannot be lost, or null for other errors. */
function refusalText(error: unknown): string | null {
  return error instanceof ApiError && error.status === 422 ? error.message || null : null;
}

function RecordForm({ proposal }: { proposal: ChurnProposal }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { project, effective_on, attribution } = proposal;
  const back = (tab?: "churn") =>
    void navigate({
      to: "/projects/$id/view",
      params: { id: project.api_id },
      search: tab ? { tab } : {},
    });
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(`churns.at_stake.${proposal.scope}`, { client: proposal.client.name })}{" "}
        {t("churns.at_stake.mrr")} <MoneyText money={proposal.mrr_lost} />
      </Text>
      <ResourceForm
        formKey={`churn-events/of/${project.api_id}`}
        path="/churned-projects"
        fields={churnFields}
        prefill={{ effective_on, attribution, initiated_by: "client" }}
        extra={{ project: project.api_id }}
        submitLabel={t("churns.record")}
        renderNote={(values) => (
          <ChurnConsequences
            path="/projects/{id}/churn-previews"
            id={project.api_id}
            values={values}
          />
        )}
        onSaved={() => back("churn")}
        onCancel={() => back()}
      />
    </Stack>
  );
}
