// Records the loss of one retainer, on a page of its own: what is known is proposed, the rest is asked.
import { Alert, Stack, Text } from "@mantine/core";
import { ApiError } from "../../../api/errors";
import { itemQuery } from "../../../api/queries";
import "@mantine/core/styles/Alert.css";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ChurnProposal } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { MoneyText } from "../../../ui/money/MoneyText";
import { churnFields } from "./churnFields";

export function ChurnCreate({ id }: { id: string }) {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("churns.record")) return <Forbidden page={t("churns.record")} />;
  return <Proposed id={id} />;
}

function Proposed({ id }: { id: string }) {
  const t = useTranslate();
  // Read once: as soon as the loss is recorded there is nothing left to propose.
  const once = { staleTime: "static", gcTime: 0 } as const;
  const found = useQuery({ ...itemQuery("/churn-proposals/{id}", id), ...once });
  const { data: proposal, isError, error, refetch } = found;
  if (proposal === undefined && !isError) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>
        {proposal ? t("churns.record_title", { name: proposal.project.name }) : t("churns.record")}
      </PageTitle>
      {proposal && <Recording proposal={proposal} />}
      {!proposal &&
        (refusalOf(error) ? (
          <Alert color="yellow">{refusalOf(error)}</Alert>
        ) : (
          <LoadFailure retry={refetch} />
        ))}
    </FormPage>
  );
}

/** A retainer that cannot be lost says why; anything else can be tried again. */
function refusalOf(error: unknown): string | null {
  return error instanceof ApiError && error.status === 422 ? error.message || null : null;
}

function Recording({ proposal }: { proposal: ChurnProposal }) {
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
        onSaved={() => back("churn")}
        onCancel={() => back()}
      />
    </Stack>
  );
}
