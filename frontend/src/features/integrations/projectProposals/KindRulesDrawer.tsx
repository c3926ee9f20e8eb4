// The rules that name the kind of a project: one per category of Teamwork and pipeline of HubSpot.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { dataQuery } from "../../../api/queries";
import { KindRuleUpdateValues } from "../../../api/shapes/KindRuleUpdate.gen";
import type { KindRule } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { Section } from "../../../ui/layout/Section";

const SOURCES = ["category", "pipeline"] as const;
/** The kind that the name says applies. */
const BY_NAME = "";

export function KindRulesDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(dataQuery("/project-kind-rules"));
  return (
    <SideDrawer
      title={t("project_proposals.rules.title")}
      width="max(32vw, 440px)"
      onClose={onClose}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t("project_proposals.rules.lead")}
        </Text>
        {data &&
          SOURCES.map((source) => (
            <Section key={source} title={t(`project_proposals.rules.${source}`)}>
              <Stack gap="sm">
                {data.rules
                  .filter((rule) => rule.source === source)
                  .map((rule) => (
                    <Rule key={rule.external_id} rule={rule} />
                  ))}
              </Stack>
            </Section>
          ))}
        {!data &&
          (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
      </Stack>
    </SideDrawer>
  );
}

function Rule({ rule }: { rule: KindRule }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { label } = useEnumOptions();
  const setKind = useSetKind(rule);
  const guessed =
    rule.guessed === null
      ? t("project_proposals.rules.unknown")
      : t("project_proposals.rules.guessed", { kind: label("kind_rule", rule.guessed) });
  const current = rule.is_chosen ? (rule.kind ?? BY_NAME) : BY_NAME;
  const choices = [
    { value: BY_NAME, label: guessed },
    ...KindRuleUpdateValues.kind.map((kind) => ({ value: kind, label: label("kind_rule", kind) })),
  ];
  const works = t("project_proposals.rules.works", {
    count: rule.open_count,
    retainers: rule.retainer_count,
  });
  if (!can("matching.edit"))
    return (
      <Text size="sm">
        {rule.name}: {choices.find(({ value }) => value === current)?.label} ({works})
      </Text>
    );
  return (
    <NativeSelectField
      label={rule.name}
      description={works}
      value={current}
      choices={choices}
      onChange={(value) =>
        void setKind(KindRuleUpdateValues.kind.find((kind) => kind === value) ?? null)
      }
    />
  );
}

function useSetKind({ source, external_id }: KindRule) {
  const t = useTranslate();
  const client = useQueryClient();
  return async (kind: KindRule["kind"]) => {
    try {
      await api.put(
        "/project-kind-rules/{source}/{id}",
        { kind },
        { params: { source, id: external_id } },
      );
      showToast({ kind: "success", summary: t("project_proposals.rules.done") });
    } catch (error) {
      // The API client shows its message.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await client.invalidateQueries({ queryKey: ["api"] });
    }
  };
}
